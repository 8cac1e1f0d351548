package io.cleave.file.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cleave.disk.Disk;
import io.cleave.disk.Operation;
import io.cleave.disk.Trouble;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFilesTest {
  @TempDir private Path folder;
  private Path first = Path.of("");
  private Path second = Path.of("");

  @BeforeEach
  void write() throws IOException {
    first = Files.writeString(folder.resolve("a"), "old");
    second = folder.resolve("b");
  }

  private AtomicFiles written(boolean replace) throws IOException {
    AtomicFiles files = AtomicFiles.begin(folder, List.of(first, second), replace, false);
    for (int file = 0; file < 2; file++) {
      files.file(file).create();
      files.file(file).write(0, new byte[] {'n', 'e', 'w'});
    }
    return files;
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void replacedFilesAreGone() throws IOException {
    try (AtomicFiles files = written(true)) {
      files.commit();
    }
    assertThat(first).hasContent("new");
    assertThat(names()).containsExactly("a", "b");
  }

  @Test
  void replacedFilesAreNamedIfAnotherCannotBeReplaced() throws IOException {
    assertThatThrownBy(
            () -> {
              try (AtomicFiles files = written(true)) {
                Files.createDirectories(second.resolve("full"));
                files.commit();
              }
            })
        .isInstanceOf(IOException.class)
        .hasSuppressedException(new IOException("these have replaced files and stay: " + first));
    assertThat(first).hasContent("new");
    assertThat(names()).containsExactly("a", "b");
  }

  @Test
  void newFilesAreDeletedIfAnotherCannotBeReplaced() throws IOException {
    Files.delete(first);
    try (AtomicFiles files = written(true)) {
      Files.createDirectories(second.resolve("full"));
      assertThatThrownBy(() -> files.commit()).isInstanceOf(IOException.class);
    }
    assertThat(names()).containsExactly("b");
  }

  @Test
  void whatTookANameMeanwhileStays() throws IOException {
    Files.delete(first);
    try (AtomicFiles files = written(false)) {
      Files.writeString(second, "other");
      assertThatThrownBy(() -> files.commit())
          .isInstanceOf(FileAlreadyExistsException.class)
          .hasMessageContaining("b: it is there already; ");
    }
    assertThat(names()).containsExactly("b");
    assertThat(second).hasContent("other");
  }

  /// Their temporary names differ.
  @Test
  void twoRunsMayWriteToOneFolder() throws IOException {
    try (AtomicFiles one = written(true);
        AtomicFiles other = written(true)) {
      one.commit();
      other.commit();
    }
    assertThat(names()).containsExactly("a", "b");
    assertThat(first).hasContent("new");
  }

  /// As on a file system that takes capitals for small letters: one name for two files.
  @Test
  void namesThatAreTheSameToTheFileSystemAreRefused() throws IOException {
    try (AtomicFiles files = AtomicFiles.begin(folder, List.of(second, second), true, false)) {
      files.file(0).create();
      assertThatThrownBy(() -> files.file(1).create())
          .isInstanceOf(FileAlreadyExistsException.class)
          .hasMessageContaining(
              ": it and another part have names that this file system takes for the same; give"
                  + " others");
    }
    assertThat(names()).containsExactly("a");
  }

  /// A run that fails removes the empty folders that it created, and no others.
  @Test
  void aFolderThatWasThereStays() throws IOException {
    Path out = Files.createDirectories(folder.resolve("x"));
    begun(out, "bad").close();
    assertThat(out).isEmptyDirectory();
    begun(out.resolve("y/z"), "bad").close();
    assertThat(out).isEmptyDirectory();
  }

  @Test
  void aFolderThatAnotherRunWritesToStays() throws IOException {
    Path out = folder.resolve("x");
    AtomicFiles failing = begun(out, "bad");
    try (AtomicFiles other = begun(out, "good")) {
      other.file(0).create();
      failing.close();
      other.commit();
    }
    assertThat(out.resolve("good")).exists();
  }

  /// A channel copies heap memory to a buffer of its own.
  @Test
  void aLongHeaderIsWrittenInPieces() throws IOException {
    byte[] header = new byte[32 << 20];
    header[header.length - 1] = 9;
    Disk disk = new Disk(Trouble.NONE);
    try (AtomicFiles files = begun(disk.path(folder), "b")) {
      files.file(0).create();
      files.file(0).write(0, header);
      files.commit();
    }
    assertThat(disk.operations())
        .filteredOn(operation -> operation.kind() == Operation.Kind.WRITE)
        .hasSize((int) (header.length / OutputFile.PIECE));
    assertThat(Files.readAllBytes(second)).isEqualTo(header);
  }

  private static AtomicFiles begun(Path out, String name) throws IOException {
    return AtomicFiles.begin(out, List.of(out.resolve(name)), false, false);
  }
}
