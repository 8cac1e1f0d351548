package io.cleave.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Refusal;
import io.cleave.conformance.PlainSplitter;
import io.cleave.file.format.NpyBytes;
import io.cleave.file.format.ZipBytes;
import io.cleave.file.io.FileSplitter;
import io.cleave.file.io.SplitJob;
import io.cleave.file.io.Target;
import io.cleave.file.io.WrittenPart;
import io.cleave.plan.Cut;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Outputs whose names are as long as a file system takes, and longer.
class LongNamesTest {
  private static final byte[] BYTES = NpyBytes.ofBytes(4, 3);

  @TempDir Path folder = Path.of("");

  private List<WrittenPart> split(Path input, List<String> names, Target like) throws IOException {
    SplitJob job =
        SplitJob.of(input, data -> SplitPlan.of(data, 0, Cut.intoEqualParts(2)), like.named(names));
    try (var splitter = new PlainSplitter()) {
      return new FileSplitter(splitter).write(job);
    }
  }

  private Target files() {
    return Target.in(folder.resolve("parts")).replacing(true);
  }

  private static Target as(Target target, Format format, boolean arrangement) {
    return target.as(format).bundled(arrangement);
  }

  private void refuses(Path input, List<String> names, Target target, String start) {
    Refusal.refuses(
        () -> split(input, names, target),
        start,
        " bytes, more than the 241 that file systems leave beside a temporary",
        "; give shorter names, or write one file for all");
    assertThat(target.folder().path()).doesNotExist();
  }

  @Test
  void theLongestNamesCanBeWrittenAndReplaced() throws IOException {
    Path input = Files.write(folder.resolve("x.npy"), BYTES);
    Target packed = files().as(Format.NPZ).deflated(true);
    List<String> names = List.of("k", "q".repeat(255 - 14 - "x..npz".length()));
    for (int i = 0; i < 2; i++) {
      assertThat(split(input, names, files())).hasSize(2);
      assertThat(split(input, names, packed)).hasSize(2);
    }
    assertThat(folder.resolve("parts/x." + names.getLast() + ".npz")).exists();
  }

  @Test
  void longerNamesAreRefused() throws IOException {
    Path input = Files.write(folder.resolve("x.npy"), BYTES);
    List<String> names = List.of("k", "q".repeat(256 - 14 - "x..npz".length()));
    refuses(input, names, files(), "the file name 'x.qqqq");
    Path named = Files.write(folder.resolve("x".repeat(238) + ".npy"), BYTES);
    refuses(named, List.of(), files(), "the file name 'xxxx");
    byte[] zip = ZipBytes.stored(Map.of("\u00e9".repeat(120) + ".npy", BYTES));
    Path archive = Files.write(folder.resolve("x.npz"), zip);
    refuses(archive, List.of(), files(), "the file name '\u00e9\u00e9");
    // As is proposed.
    assertThat(split(archive, List.of(), as(files(), Format.NPZ, true))).hasSize(2);
    List<WrittenPart> parts = split(input, names, as(files(), Format.SAFETENSORS, true));
    assertThat(parts).extracting(WrittenPart::name).containsExactly("x.k", "x." + names.getLast());
  }
}
