package io.cleave.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cleave.conformance.PlainSplitter;
import io.cleave.file.format.NpyBytes;
import io.cleave.file.format.ReadOptions;
import io.cleave.file.format.Written;
import io.cleave.file.format.ZipBytes;
import io.cleave.file.io.CountedProgress;
import io.cleave.file.io.FileSplitter;
import io.cleave.file.io.Progress;
import io.cleave.file.io.SplitJob;
import io.cleave.file.io.Target;
import io.cleave.file.io.WrittenPart;
import io.cleave.plan.Cut;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Members of an archive that are stored as they are, and were damaged after that.
class StoredMemberTest {
  /// Several pieces, the last one of them short.
  private static final byte[] LARGE = NpyBytes.ofBytes(700, 300);

  private static final byte[] SMALL = NpyBytes.ofBytes(4, 3);

  @TempDir Path folder = Path.of("");
  private byte[] zip = {};
  private Path out = Path.of("");

  @BeforeEach
  void makeInput() {
    Map<String, byte[]> members = new LinkedHashMap<>();
    members.put("small.npy", SMALL);
    members.put("large.npy", LARGE);
    zip = ZipBytes.stored(members);
    out = folder.resolve("parts");
  }

  private List<WrittenPart> split(boolean checked, String tensor, Progress progress)
      throws IOException {
    Path input = Files.write(folder.resolve("data.npz"), zip);
    SplitJob job =
        new SplitJob(
            input,
            ReadOptions.asStored(),
            List.of(tensor),
            data -> SplitPlan.of(data, 0, Cut.intoEqualParts(2)),
            Target.in(out));
    try (var splitter = new PlainSplitter()) {
      return new FileSplitter(splitter).reportingTo(progress).verifying(checked).write(job);
    }
  }

  private void damage(int fromEndOfLarge) {
    int directory = ZipBytes.find(zip, ZipBytes.CENTRAL, 0);
    zip[directory - fromEndOfLarge] ^= 1;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 150_000, 210_000})
  void damageIsFoundWhereACheckIsWanted(int fromEnd) throws IOException {
    damage(fromEnd);
    assertThatExceptionOfType(MalformedFileException.class)
        .isThrownBy(() -> split(true, "*", Progress.NONE))
        .withMessageStartingWith(
            folder.resolve("data.npz") + ": the member 'large.npy' is damaged: its checksum is ")
        .withMessageEndingWith(" instead of %08x; copy or save it again", Written.crc32(LARGE));
    assertThat(out).doesNotExist();
    assertThat(split(false, "*", Progress.NONE)).hasSize(4);
  }

  @Test
  void whatIsNotSplitIsNotChecked() throws IOException {
    damage(1);
    assertThat(split(true, "small", Progress.NONE)).hasSize(2);
  }

  @Test
  void whatIsWholePassesAndIsReported() throws IOException {
    CountedProgress progress = new CountedProgress();
    assertThat(split(true, "*", progress)).hasSize(4);
    assertThat(progress.expected()).hasValue(2 * (210_000 + 12) + LARGE.length + SMALL.length);
    assertThat(progress.done()).hasValue(progress.expected().get());
  }
}
