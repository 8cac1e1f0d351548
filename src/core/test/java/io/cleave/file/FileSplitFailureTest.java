package io.cleave.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cleave.conformance.PlainSplitter;
import io.cleave.file.format.NpyBytes;
import io.cleave.plan.Cut;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever goes wrong, no new file is left.
class FileSplitFailureTest extends MishapFixture {
  /// The splitter fails before the second window, after something else has happened.
  private void failsAfter(Mishap mishap) {
    assertThatThrownBy(
            () ->
                split(
                    () -> {
                      mishap.happen();
                      throw new IllegalStateException("the device is gone");
                    },
                    3))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the device is gone");
  }

  @Test
  void aSplitterThatFailsLeavesNothing() throws IOException {
    failsAfter(() -> assertThat(out.toFile().list()).hasSize(3).allMatch(n -> n.startsWith(".")));
    assertNothingIsLeft();
  }

  @Test
  void whatWasThereBeforeStays() throws IOException {
    replaces = true;
    Files.createDirectories(out);
    Path old = Files.writeString(out.resolve("data.0.npy"), "old");
    failsAfter(() -> {});
    assertThat(out.toFile().list()).containsExactly("data.0.npy");
    assertThat(old).hasContent("old");
  }

  @Test
  void aFolderThatOthersUseMeanwhileStays() {
    failsAfter(() -> Files.writeString(out.resolve("other"), "kept"));
    assertThat(out.toFile().list()).containsExactly("other");
  }

  @Test
  void anObstacleAtTheLastMomentLeavesNothingNew() throws IOException {
    replaces = true;
    Path obstacle = out.resolve("data.2.npy/in the way");
    Files.createDirectories(out);
    Files.writeString(out.resolve("data.1.npy"), "old");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> split(() -> Files.createDirectories(obstacle), 3))
        .withMessageStartingWith(out.resolve("data.2.npy") + ": it is not a regular file")
        .withMessageEndingWith(
            "; these have replaced files and stay: [%s]".formatted(out.resolve("data.1.npy")));
    assertThat(out.toFile().list()).containsExactlyInAnyOrder("data.1.npy", "data.2.npy");
  }

  @Test
  void anInterruptLeavesNothing() throws IOException {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> split(Thread.currentThread()::interrupt, 3))
        .withMessageMatching(
            "(cannot write .*data\\.\\d\\.npy: |the work on files was )interrupted");
    assertThat(Thread.interrupted()).isTrue();
    assertNothingIsLeft();
  }

  private void truncate(long bytes) {
    try (FileChannel channel = FileChannel.open(input, StandardOpenOption.WRITE)) {
      channel.truncate(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// By a byte, or by all its pages.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anInputThatShrinksIsNoticed(boolean isByOne) throws IOException {
    long size = isByOne ? Files.size(input) - 1 : 0;
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> split(() -> truncate(size), 3))
        .withMessageStartingWith("%s shrank to %d bytes while it was read", input, size);
    assertNothingIsLeft();
  }

  /// Native code computes the checksum of a .npz file: in a mapping it would end the process.
  @Test
  void anInputThatShrinksDoesNotEndTheProcess() throws IOException {
    Files.write(input, NpyBytes.ofBytes(2, 4 << 20));
    FileSplit split =
        FileSplit.of(input, out, data -> SplitPlan.of(data, 0, Cut.intoEqualParts(2)))
            .format(Format.NPZ)
            .progress(_ -> truncate(0));
    try (var splitter = new PlainSplitter()) {
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> split.write(splitter))
          .withMessageContaining("shrank to 0 bytes while it was read");
    }
    assertNothingIsLeft();
  }

  @Test
  void anInputThatIsDeletedIsStillSplit() throws IOException {
    assertThat(split(() -> Files.delete(input), 3)).hasSize(3);
  }
}
