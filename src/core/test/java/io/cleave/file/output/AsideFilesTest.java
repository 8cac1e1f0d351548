package io.cleave.file.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cleave.disk.Disk;
import io.cleave.disk.Operation;
import io.cleave.disk.Trouble;
import io.cleave.file.stored.Container;
import io.cleave.file.stored.LittleEndian;
import io.cleave.file.tensor.BadFileException;
import io.cleave.file.tensor.Existing;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AsideFilesTest {
  @TempDir private Path folder;
  private Path first = Path.of("");
  private Path second = Path.of("");

  @BeforeEach
  void write() throws IOException {
    first = Files.writeString(folder.resolve("a"), "old");
    second = folder.resolve("b");
  }

  private AsideFiles written() throws IOException {
    AsideFiles aside = AsideFiles.begin(OutputFolder.check(folder), List.of(first, second));
    for (int file = 0; file < 2; file++) {
      aside.create(file, List.of());
      aside.write(file, 0, MemorySegment.ofArray(new byte[] {'n', 'e', 'w'}));
    }
    return aside;
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void replacedFilesAreGone() throws IOException {
    try (AsideFiles aside = written()) {
      aside.commit(Existing.REPLACED, false);
    }
    assertThat(first).hasContent("new");
    assertThat(names()).containsExactly("a", "b");
  }

  @Test
  void replacedFilesAreNamedIfAnotherCannotBeReplaced() throws IOException {
    Files.createDirectories(second.resolve("full"));
    assertThatThrownBy(
            () -> {
              try (AsideFiles aside = written()) {
                aside.commit(Existing.REPLACED, false);
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
    Files.createDirectories(second.resolve("full"));
    try (AsideFiles aside = written()) {
      assertThatThrownBy(() -> aside.commit(Existing.REPLACED, false))
          .isInstanceOf(IOException.class);
    }
    assertThat(names()).containsExactly("b");
  }

  @Test
  void whatTookANameMeanwhileStays() throws IOException {
    Files.delete(first);
    try (AsideFiles aside = written()) {
      Files.writeString(second, "other");
      assertThatThrownBy(() -> aside.commit(Existing.REFUSED, false))
          .isInstanceOf(BadFileException.class)
          .hasMessageContaining("b is there already; ");
    }
    assertThat(names()).containsExactly("b");
    assertThat(second).hasContent("other");
  }

  /// Their temporary names differ.
  @Test
  void twoRunsMayWriteToOneFolder() throws IOException {
    try (AsideFiles one = written();
        AsideFiles other = written()) {
      one.commit(Existing.REPLACED, false);
      other.commit(Existing.REPLACED, false);
    }
    assertThat(names()).containsExactly("a", "b");
    assertThat(first).hasContent("new");
  }

  /// As on a file system that takes capitals for small letters: one name for two files.
  @Test
  void namesThatAreTheSameToTheFileSystemAreRefused() throws IOException {
    try (AsideFiles aside = AsideFiles.begin(OutputFolder.check(folder), List.of(second, second))) {
      aside.create(0, List.of());
      assertThatThrownBy(() -> aside.create(1, List.of()))
          .isInstanceOf(BadFileException.class)
          .hasMessageContaining(
              " have names that this file system takes for the same; give others");
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
    AsideFiles failing = begun(out, "bad");
    try (AsideFiles other = begun(out, "good")) {
      other.create(0, List.of());
      failing.close();
      other.commit(Existing.REFUSED, false);
    }
    assertThat(out.resolve("good")).exists();
  }

  /// A channel copies heap memory to a buffer of its own.
  @Test
  void aLongHeaderIsWrittenInPieces() throws IOException {
    MemorySegment header = MemorySegment.ofArray(new byte[32 << 20]);
    header.set(ValueLayout.JAVA_BYTE, header.byteSize() - 1, (byte) 9);
    Disk disk = new Disk(Trouble.NONE);
    try (AsideFiles aside = begun(disk.path(folder), "b")) {
      aside.create(0, List.of(new Container.Chunk(0, header)));
      aside.commit(Existing.REFUSED, false);
    }
    assertThat(disk.operations())
        .filteredOn(operation -> operation.kind() == Operation.Kind.WRITE)
        .hasSize((int) (header.byteSize() / LittleEndian.PIECE));
    assertThat(Files.readAllBytes(second)).isEqualTo(header.toArray(ValueLayout.JAVA_BYTE));
  }

  private static AsideFiles begun(Path out, String name) throws IOException {
    AsideFiles begun = AsideFiles.begin(OutputFolder.check(out), List.of(out.resolve(name)));
    begun.createFolder();
    return begun;
  }
}
