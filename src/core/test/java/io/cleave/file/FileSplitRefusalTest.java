package io.cleave.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cleave.Refusal;
import io.cleave.conformance.PlainSplitter;
import io.cleave.file.io.FileSplitter;
import io.cleave.file.io.SplitJob;
import io.cleave.file.io.Target;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Which outputs are refused, and that what was there stays.
class FileSplitRefusalTest extends MishapFixture {
  private void refuses(String problem, Target target) {
    assertThatExceptionOfType(FileSystemException.class)
        .isThrownBy(() -> split(() -> {}, target, 3))
        .withMessageContaining(problem)
        .withMessageContaining("; ");
  }

  private void refusesInput(Target target, int count) {
    Refusal.refuses(() -> split(() -> {}, target, count), "would replace an input; ");
  }

  @Test
  void anOutputIsNeverTheInput() throws IOException {
    Files.createDirectories(out);
    Files.createSymbolicLink(out.resolve("symbolic.1.npy"), input);
    Files.createLink(out.resolve("hard.0.npy"), input);
    Path elsewhere = Files.createSymbolicLink(folder.resolve("elsewhere"), folder);
    refusesInput(Opened.named(out, "symbolic.0", "symbolic.1", "symbolic.2"), 3);
    refusesInput(Opened.named(out, "hard.0", "hard.1", "hard.2"), 3);
    refusesInput(Opened.named(folder, "data"), 1);
    refusesInput(Opened.named(elsewhere, "data"), 1);
    assertThat(out.toFile().list()).containsExactlyInAnyOrder("symbolic.1.npy", "hard.0.npy");
  }

  @Test
  void aFileThatIsThereStays() throws IOException {
    Files.createDirectories(out);
    Path old = Files.writeString(out.resolve("data.1.npy"), "old");
    refuses(old + ": it is there already", Target.in(out));
    assertThat(old).hasContent("old");
    Path link = Files.createSymbolicLink(out.resolve("link.2.npy"), folder.resolve("nothing"));
    refuses(link + ": it is there already", Opened.named(out, "link.0", "link.1", "link.2"));
    assertThat(out.toFile().list()).containsExactlyInAnyOrder("data.1.npy", "link.2.npy");
  }

  @Test
  void aFileThatAppearsMeanwhileStays() throws IOException {
    assertThatExceptionOfType(FileAlreadyExistsException.class)
        .isThrownBy(() -> split(() -> Files.writeString(out.resolve("data.2.npy"), "new"), 3))
        .withMessageContaining("data.2.npy: it is there already");
    assertThat(out.toFile().list()).containsExactly("data.2.npy");
    assertThat(out.resolve("data.2.npy")).hasContent("new");
  }

  @Test
  void aFolderIsNotReplaced() throws IOException {
    Files.createDirectories(out.resolve("data.2.npy"));
    refuses("it is not a regular file and cannot be replaced", Target.in(out));
    assertThat(out.toFile().list()).containsExactly("data.2.npy");
  }

  @Test
  void filesAndLinksToNothingAreNoFolders() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("nothing"));
    for (Path obstacle : List.of(input, link)) {
      String problem = obstacle + ": it is not a folder that this user may write to";
      refuses(problem, Target.in(obstacle));
      refuses(problem, Target.in(obstacle.resolve("sub/sub")));
    }
    Files.delete(link);
    assertNothingIsLeft();
  }

  @Test
  void planAndNamesFitTheData() throws IOException {
    Refusal.refuses(
        () -> split(() -> {}, Target.in(out).named(List.of("q", "k")), 3),
        "the plan has 3 parts; 2 names are given, and each part needs one");
    try (var splitter = new PlainSplitter()) {
      for (Layout other :
          List.of(
              Layout.of(ElementType.U8, ROW, ROWS),
              Layout.of(ElementType.I8, ROWS, ROW).cropped(0, 1, 2),
              Layout.of(ElementType.U8, ROWS, ROW).pitched(0, 1000))) {
        SplitPlan plan = SplitPlan.of(other, 1, Cut.intoEqualParts(2));
        SplitJob job = SplitJob.of(input, _ -> plan, Target.in(out));
        Refusal.refuses(
            () -> new FileSplitter(splitter).write(job),
            "; %s holds u8 [100, 300], and a plan is for that or a window of it".formatted(input));
      }
    }
    assertNothingIsLeft();
  }
}
