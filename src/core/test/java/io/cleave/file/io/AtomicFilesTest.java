package io.cleave.file.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
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
    assertThatThrownBy(
            () ->
                AtomicFiles.write(
                    new OutputFolder(folder, true, false),
                    same,
                    files -> {
                      files.file(0).create();
                      files.file(1).create();
                    }))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessageContaining(
            ": it and another part have names that this file system takes for the same; give"
                + " others");
    assertThat(folder).isEmptyDirectory();
  }
}
