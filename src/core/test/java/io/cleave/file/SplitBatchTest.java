package io.cleave.file;

import static io.cleave.Refusal.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.conformance.PlainSplitter;
import io.cleave.file.format.NpyBytes;
import io.cleave.file.io.FileSplitter;
import io.cleave.file.io.SplitJob;
import io.cleave.file.io.Target;
import io.cleave.plan.Cut;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SplitBatchTest {
  private static final long MEMORY = 64L << 20;

  @TempDir Path folder = Path.of("");

  private Path input(String name, int seed) throws IOException {
    byte[] data = NpyBytes.data(8 * 6 + seed);
    byte[] own = new byte[8 * 6];
    System.arraycopy(data, seed, own, 0, own.length);
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, NpyBytes.file(1, NpyBytes.text("|u1", false, 8, 6), own));
  }

  private static SplitJob job(Path input, Path out) {
    return SplitJob.of(
        input,
        data -> SplitPlan.of(data, 1, Cut.intoEqualParts(2)),
        Target.in(out).replacing(true));
  }

  private static List<FileSplitter.Result> run(List<SplitJob> jobs) throws IOException {
    try (var splitter = new PlainSplitter()) {
      return new FileSplitter(splitter).writeAll(jobs, MEMORY);
    }
  }

  @Test
  void splitsThousandsOfFilesInOrder() throws IOException {
    List<SplitJob> jobs = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      jobs.add(job(input("in/" + i + ".npy", i % 200), folder.resolve("out")));
    }
    List<FileSplitter.Result> outcomes = run(jobs);
    for (int i = 0; i < jobs.size(); i++) {
      assertThat(outcomes.get(i).parts())
          .extracting(part -> part.file().getFileName().toString())
          .containsExactly(i + ".0.npy", i + ".1.npy");
      requireSplit(jobs.get(i), outcomes.get(i));
    }
    assertThat(folder.resolve("out").toFile().list()).hasSize(4000);
  }

  private static void requireSplit(SplitJob job, FileSplitter.Result outcome) throws IOException {
    assertThat(outcome.failure()).isNull();
    byte[] all = Files.readAllBytes(job.input());
    byte[] part = Files.readAllBytes(outcome.parts().get(1).file());
    assertThat(part[part.length - 1]).isEqualTo(all[all.length - 1]);
    assertThat(part[part.length - 24]).isEqualTo(all[all.length - 48 + 3]);
  }

  /// Each file is written by two of them.
  @Test
  void manyRunsWriteToOneFolder() throws Exception {
    List<SplitJob> jobs = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      jobs.add(job(input("in/" + i / 2 + ".npy", i / 2), folder.resolve("a/b/c")));
    }
    List<Callable<FileSplitter.Result>> runs = new ArrayList<>();
    jobs.forEach(job -> runs.add(() -> run(List.of(job)).getFirst()));
    try (var threads = Executors.newFixedThreadPool(4)) {
      List<Future<FileSplitter.Result>> outcomes = threads.invokeAll(runs);
      for (int i = 0; i < jobs.size(); i++) {
        requireSplit(jobs.get(i), outcomes.get(i).get());
      }
    }
    assertThat(folder.resolve("a/b/c").toFile().list()).hasSize(40);
  }

  @Test
  void aFileThatFailsDoesNotStopTheOthers() throws IOException {
    Path out = folder.resolve("out");
    Path bad = Files.writeString(folder.resolve("bad.npy"), "no array");
    Path late = input("late.npy", 3);
    Path replaced = input("replaced.npy", 4);
    Path other = input("other.npy", 5);
    List<SplitJob> jobs =
        List.of(
            job(input("a.npy", 1), out),
            job(bad, out),
            job(folder.resolve("missing.npy"), out),
            job(late, out),
            job(replaced, out),
            job(input("z.npy", 2), out));
    List<FileSplitter.Result> outcomes;
    // After all were planned, before their turn.
    try (var splitter =
        new PlainSplitter(
            (_, _) -> {
              late.toFile().delete();
              other.toFile().renameTo(replaced.toFile());
            })) {
      outcomes = new FileSplitter(splitter).writeAll(jobs, 32L << 20);
    }
    assertThat(outcomes.stream().map(outcome -> outcome.parts().size()))
        .containsExactly(2, 0, 0, 0, 0, 2);
    assertThat(outcomes.get(1).failure()).hasMessageStartingWith(bad + ": ");
    assertThat(outcomes.get(2).failure()).hasMessageContaining("missing.npy: it does not exist");
    assertThat(outcomes.get(3).failure()).hasMessageContaining("late.npy: it does not exist");
    assertThat(outcomes.get(4).failure()).hasMessageContaining("was replaced while others were");
    assertThat(out.toFile().list())
        .containsExactlyInAnyOrder("a.0.npy", "a.1.npy", "z.0.npy", "z.1.npy");
  }

  @Test
  void outputsThatClashAreRefusedUpFront() throws IOException {
    Path out = folder.resolve("out");
    Path link = Files.createSymbolicLink(folder.resolve("link"), Files.createDirectory(out));
    for (Path same : List.of(out.resolve("../out/new"), link.resolve("new"))) {
      List<SplitJob> jobs =
          List.of(
              job(input("a/x.npy", 1), out.resolve("new")),
              job(input("y.npy", 2), out),
              job(input("b/x.npy", 3), same));
      refuses(() -> run(jobs), "x.npy would both be written to ", "x.0.npy; ");
      assertThat(out).isEmptyDirectory();
    }
  }

  /// Not even of one that is refused.
  @Test
  void anInputIsNoOutputOfAnother() throws IOException {
    Path second = input("x.1.npy", 2);
    refusesToReplace(
        second, List.of(job(input("x.npy", 1), folder), job(second, folder.resolve("out"))));
    Path bad = Files.writeString(folder.resolve("b.0.npy"), "no array");
    refusesToReplace(bad, List.of(job(input("b.npy", 1), folder), job(bad, folder.resolve("out"))));
    assertThat(folder.toFile().list()).hasSize(4);
  }

  private void refusesToReplace(Path read, List<SplitJob> jobs) throws IOException {
    byte[] before = Files.readAllBytes(read);
    refuses(
        () -> run(jobs),
        "a part of ",
        " would replace %s, which is to be split itself; ".formatted(read));
    assertThat(read).hasBinaryContent(before);
  }

  @Test
  void howeverTheyAreLinked() throws IOException {
    Path first = input("b/x.npy", 1);
    Path second = input("b/x.0.npy", 2);
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("b"));
    refusesToReplace(second, List.of(job(first, link), job(second, link)));
    Path linked = Files.createSymbolicLink(folder.resolve("in.npy"), second);
    refusesToReplace(
        linked, List.of(job(input("c/x.npy", 3), folder.resolve("b")), job(linked, folder)));
  }

  /// What is not there cannot be replaced.
  @Test
  void anInputThatIsMissingStopsNoOther() throws IOException {
    List<SplitJob> jobs =
        List.of(job(input("x.npy", 1), folder), job(folder.resolve("x.0.npy"), folder));
    assertThat(run(jobs).getFirst().failure()).isNull();
  }
}
