package io.cleave.file.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cleave.disk.Disk;
import io.cleave.disk.Operation;
import io.cleave.disk.Trouble;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
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

  /// A channel copies heap memory to a buffer of its own.
  @Test
  void aLongHeaderIsWrittenInPieces() throws IOException {
    byte[] header = new byte[32 << 20];
    header[header.length - 1] = 9;
    Disk disk = new Disk(Trouble.NONE);
    Path out = disk.path(folder);
    AtomicFiles.write(
        new OutputFolder(out, false, false),
        List.of(out.resolve("b")),
        files -> {
          files.file(0).create();
          files.file(0).write(0, MemorySegment.ofArray(header));
        });
    assertThat(disk.operations())
        .filteredOn(operation -> operation.kind() == Operation.Kind.WRITE)
        .hasSize((int) (header.length / OutputFile.PIECE));
    assertThat(Files.readAllBytes(folder.resolve("b"))).isEqualTo(header);
  }
}
