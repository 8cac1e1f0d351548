package io.cleave.file.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFilesTest {
  @TempDir private Path folder;

  /// As on a file system that takes capitals for small letters: one name for two files.
  @Test
  void namesThatAreTheSameToTheFileSystemAreRefused() throws IOException {
    List<Path> same = List.of(folder.resolve("b"), folder.resolve("b"));
    AtomicFiles.Content both =
        files -> {
          files.file(0).create();
          files.file(1).create();
        };
    assertThatThrownBy(() -> AtomicFiles.write(new OutputFolder(folder, true, false), same, both))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessageContaining("names that this file system takes for the same; give others");
    assertThat(folder).isEmptyDirectory();
  }

  /// A job that fails removes the folder that it has created, if it is empty.
  @Test
  void aFolderThatAnotherJobRemovedIsCreatedAgain() throws IOException {
    OutputFolder out = new OutputFolder(folder.resolve("out"), false, false);
    Path file = out.path().resolve("a");
    AtomicFiles.Content late =
        files -> {
          Files.delete(out.path());
          files.file(0).create();
        };
    AtomicFiles.write(out, List.of(file), late);
    assertThat(file).exists();
  }
}
