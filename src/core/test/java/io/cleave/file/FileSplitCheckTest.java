package io.cleave.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cleave.conformance.PlainSplitter;
import io.cleave.file.format.NpyBytes;
import io.cleave.file.io.CountedProgress;
import io.cleave.file.io.FileSplitter;
import io.cleave.file.io.SplitJob;
import io.cleave.file.io.Target;
import io.cleave.file.io.WrittenPart;
import io.cleave.file.io.WrongPartException;
import io.cleave.plan.Cut;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What was written is read back and compared, whoever made it.
class FileSplitCheckTest {
  private static final int ROWS = 100;
  private static final int ROW = 300;

  @TempDir Path folder = Path.of("");
  private Path input = Path.of("");
  private Path out = Path.of("");
  private int windows;
  private long done;

  @BeforeEach
  void makeInput() throws IOException {
    input = folder.resolve("data.npy");
    out = folder.resolve("parts");
    byte[] data = NpyBytes.data(2 * ROWS * ROW);
    Files.write(input, NpyBytes.file(1, NpyBytes.text(">i2", false, ROWS, ROW), data));
  }

  /// Changes one bit of part 1 in the third window.
  private void lie(List<MemorySegment> parts) {
    if (++windows == 3) {
      MemorySegment part = Objects.requireNonNull(parts.get(1));
      part.set(ValueLayout.JAVA_BYTE, 35, (byte) (part.get(ValueLayout.JAVA_BYTE, 35) ^ 1));
    }
  }

  /// Cuts a file short that is being written, when its first bytes have been compared.
  private void cutShort(long bytes) {
    long written = 2L * ROWS * ROW;
    done += bytes;
    if (done <= written || done - bytes > written) {
      return;
    }
    try (Stream<Path> files = Files.list(out)) {
      Path file = files.filter(one -> one.toString().contains(".data.2.")).findAny().orElseThrow();
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.truncate(channel.size() - 7);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<WrittenPart> write(FileSplitter split, Format format) throws IOException {
    Target target = Target.in(out).as(format);
    return split
        .inTilesOf(10 * 2 * ROW)
        .write(SplitJob.of(input, data -> SplitPlan.of(data, 1, Cut.intoEqualParts(3)), target));
  }

  @ParameterizedTest
  @EnumSource(Format.class)
  void aLieIsFound(Format format) throws IOException {
    try (var liar = new PlainSplitter((_, parts) -> lie(parts))) {
      // The file is of 16-bit numbers, each turned round: byte 35 of the window is byte 34 here.
      assertThatExceptionOfType(WrongPartException.class)
          .isThrownBy(() -> write(new FileSplitter(liar).verifying(true), format))
          .withMessageStartingWith("part 1 differs from the data at its byte 4034, byte ")
          .withMessageContaining(out.resolve("data.1." + format).toString());
    }
    assertThat(out).doesNotExist();
  }

  @Test
  void whatTheDiskLostIsFound() {
    try (var splitter = new PlainSplitter()) {
      FileSplitter split = new FileSplitter(splitter).verifying(true).reportingTo(this::cutShort);
      assertThatExceptionOfType(WrongPartException.class)
          .isThrownBy(() -> write(split, Format.NPY))
          .withMessageStartingWith(
              "part 2 differs from the data at its byte 19993, byte 20121 of ");
    }
    assertThat(out).doesNotExist();
  }

  @ParameterizedTest
  @EnumSource(Format.class)
  void theTruthPassesAndIsReportedTwice(Format format) throws IOException {
    CountedProgress progress = new CountedProgress();
    try (var splitter = new PlainSplitter()) {
      FileSplitter split = new FileSplitter(splitter).verifying(true).reportingTo(progress);
      assertThat(write(split, format)).hasSize(3);
    }
    assertThat(progress.expected()).hasValue(2L * 2 * ROWS * ROW);
    assertThat(progress.done()).hasValue(progress.expected().get());
  }
}
