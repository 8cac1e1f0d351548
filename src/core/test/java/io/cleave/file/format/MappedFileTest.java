package io.cleave.file.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cleave.disk.Disk;
import io.cleave.disk.Operation;
import io.cleave.disk.Trouble;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A file is opened again only if it is the one that was mapped.
class MappedFileTest {
  @TempDir private Path folder = Path.of("");
  private Path file = Path.of("");
  private Path other = Path.of("");

  @BeforeEach
  void write() throws IOException {
    file = Files.write(folder.resolve("x"), new byte[3]);
    other = Files.write(folder.resolve("y"), new byte[4]);
  }

  private void replace() throws IOException {
    Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
  }

  @Test
  void theSameFileIsOpened() throws IOException {
    try (MappedFile mapped = MappedFile.open(file);
        FileChannel channel = mapped.reopen()) {
      assertThat(Objects.requireNonNull(channel).size()).isEqualTo(3);
    }
  }

  @Test
  void aFileThatWasReplacedIsNot() throws IOException {
    try (MappedFile mapped = MappedFile.open(file)) {
      replace();
      assertThat(mapped.reopen()).isNull();
      try (MappedFile now = MappedFile.open(file)) {
        assertThatThrownBy(() -> now.requireSame(mapped)).hasMessageContaining("was replaced");
      }
    }
  }

  @Test
  void aFileThatWasDeletedIsNot() throws IOException {
    try (MappedFile mapped = MappedFile.open(file)) {
      Files.delete(file);
      assertThat(mapped.reopen()).isNull();
    }
  }

  @Test
  void aFileThatIsReplacedMeanwhileIsNot() throws IOException {
    AtomicBoolean isMapped = new AtomicBoolean();
    Disk disk =
        new Disk(
            (_, operation) -> {
              if (operation.kind() == Operation.Kind.OPEN && isMapped.get()) {
                replace();
              }
              return Trouble.Extent.WHOLE;
            });
    try (MappedFile mapped = MappedFile.open(disk.path(file))) {
      isMapped.set(true);
      assertThat(mapped.reopen()).isNull();
    }
    assertThat(file).hasSize(4);
  }
}
