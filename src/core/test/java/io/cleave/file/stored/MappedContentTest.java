package io.cleave.file.stored;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.disk.Disk;
import io.cleave.disk.Operation;
import io.cleave.disk.Trouble;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A file is opened again only if it is the one that was mapped.
class MappedContentTest {
  private static final MemorySegment DATA = MemorySegment.ofArray(new byte[3]);

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
    try (FileChannel channel = new MappedContent(file, 0, DATA).reopen().orElseThrow()) {
      assertThat(channel.size()).isEqualTo(3);
    }
  }

  @Test
  void aFileThatWasReplacedIsNot() throws IOException {
    MappedContent content = new MappedContent(file, 0, DATA);
    replace();
    assertThat(content.reopen()).isEmpty();
  }

  @Test
  void aFileThatWasDeletedIsNot() throws IOException {
    MappedContent content = new MappedContent(file, 0, DATA);
    Files.delete(file);
    assertThat(content.reopen()).isEmpty();
  }

  @Test
  void aFileThatCannotBeToldFromOthersIsNot() throws IOException {
    MappedContent content = new MappedContent(folder.resolve("z"), 0, DATA);
    replace();
    Files.move(file, folder.resolve("z"));
    assertThat(content.reopen()).isEmpty();
  }

  @Test
  void aFileThatIsReplacedMeanwhileIsNot() throws IOException {
    Disk disk =
        new Disk(
            (_, operation) -> {
              if (operation.kind() == Operation.Kind.OPEN) {
                replace();
              }
              return Trouble.Extent.WHOLE;
            });
    assertThat(new MappedContent(disk.path(file), 0, DATA).reopen()).isEmpty();
    assertThat(disk.operations()).hasSize(1);
    assertThat(file).hasSize(4);
  }
}
