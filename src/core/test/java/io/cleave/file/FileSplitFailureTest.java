package io.cleave.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

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
  void anErrorLeavesNothing() throws IOException {
    Mishap error =
        () -> {
          throw new OutOfMemoryError("none");
        };
    assertThatThrownBy(() -> split(error, 3)).isInstanceOf(OutOfMemoryError.class);
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

  private void deleteATemporary() throws IOException {
    try (Stream<Path> all = Files.list(out)) {
      Files.delete(all.filter(one -> ("" + one).endsWith("tmp")).findAny().orElseThrow());
    }
  }

  @Test
  void aTemporaryThatVanishesLeavesNothing() throws IOException {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> split(this::deleteATemporary, 300))
        .withMessageMatching("cannot write .*data\\.\\d+\\.npy: it does not exist");
    assertNothingIsLeft();
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

  private void truncate(long bytes) throws IOException {
    try (FileChannel channel = FileChannel.open(input, StandardOpenOption.WRITE)) {
      channel.truncate(bytes);
    }
  }

  @Test
  void anInputThatShrinksWithinItsLastPageIsNoticed() throws IOException {
    long size = Files.size(input) - 1;
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> split(() -> truncate(size), 3))
        .withMessageStartingWith("%s shrank to %d bytes while it was read", input, size);
    assertNothingIsLeft();
  }

  @Test
  void anInputThatLosesItsPagesIsNoticed() throws IOException {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> split(() -> truncate(0), 3))
        .withMessageStartingWith("%s shrank to 0 bytes while it was read", input);
    assertNothingIsLeft();
  }

  @Test
  void anInputThatIsDeletedIsStillSplit() throws IOException {
    assertThat(split(() -> Files.delete(input), 3)).hasSize(3);
  }
}
