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
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
    return written(new Disk(Trouble.NONE));
  }

  private AsideFiles written(Disk disk) throws IOException {
    AsideFiles aside =
        AsideFiles.begin(
            OutputFolder.check(disk.path(folder)), List.of(disk.path(first), disk.path(second)));
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
      aside.commit(Existing.REPLACED, Durability.NONE);
    }
    assertThat(first).hasContent("new");
    assertThat(names()).containsExactly("a", "b");
  }

  @Test
  void replacedFilesComeBackIfAnotherCannotBeReplaced() throws IOException {
    try (AsideFiles aside = written()) {
      Files.createDirectories(second.resolve("full"));
      assertThatThrownBy(() -> aside.commit(Existing.REPLACED, Durability.NONE))
          .isInstanceOf(IOException.class);
    }
    assertThat(first).hasContent("old");
    assertThat(names()).containsExactly("a", "b");
  }

  @Test
  void replacedLinksComeBackAsLinks() throws IOException {
    Path elsewhere = Files.writeString(folder.resolve("z"), "far");
    Files.delete(first);
    Files.createSymbolicLink(first, elsewhere);
    try (AsideFiles aside = written()) {
      Files.createDirectories(second.resolve("full"));
      assertThatThrownBy(() -> aside.commit(Existing.REPLACED, Durability.NONE))
          .isInstanceOf(IOException.class);
    }
    assertThat(Files.isSymbolicLink(first)).isTrue();
    assertThat(Files.isRegularFile(elsewhere, LinkOption.NOFOLLOW_LINKS)).isTrue();
    assertThat(names()).containsExactly("a", "b", "z");
  }

  /// Between the last look and the file's getting its name.
  @ParameterizedTest
  @ValueSource(strings = {"a", "b"})
  void whatTakesANameMeanwhileStays(String name) throws IOException {
    Files.delete(first);
    Disk disk =
        new Disk(
            (_, operation) -> {
              boolean names =
                  operation.kind() == Operation.Kind.LINK
                      || operation.kind() == Operation.Kind.MOVE;
              if (names && operation.path().endsWith(name)) {
                Files.writeString(operation.path(), "other");
              }
              return Trouble.Extent.WHOLE;
            });
    try (AsideFiles aside = written(disk)) {
      assertThatThrownBy(() -> aside.commit(Existing.REFUSED, Durability.NONE))
          .isInstanceOf(BadFileException.class)
          .hasMessageContaining(name + " is there already; ");
    }
    assertThat(names()).containsExactly(name);
    assertThat(folder.resolve(name)).hasContent("other");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void newFilesHaveNoOtherName(boolean links) throws IOException {
    Files.delete(first);
    try (AsideFiles aside =
        written(new Disk(links ? Trouble.NONE : Trouble.withoutLinks(Trouble.NONE)))) {
      aside.commit(Existing.REFUSED, Durability.NONE);
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

  /// A run that fails removes the folder that it has created, as long as nothing else is in it.
  @Test
  void aRunThatFailsTakesNoFolderFromAnother() throws Exception {
    Path out = folder.resolve("x/y");
    try (ExecutorService other = Executors.newSingleThreadExecutor()) {
      AtomicBoolean isOver = new AtomicBoolean();
      Future<?> failing =
          other.submit(
              () -> {
                while (!isOver.get()) {
                  begun(out, "bad").close();
                }
                return null;
              });
      try {
        for (int round = 0; round < 1000; round++) {
          try (AsideFiles aside = begun(out, "good")) {
            aside.create(0, List.of());
          }
        }
      } finally {
        isOver.set(true);
      }
      failing.get();
    }
  }

  /// A channel copies heap memory to a buffer of its own.
  @Test
  void aLongHeaderIsWrittenInPieces() throws IOException {
    MemorySegment header = MemorySegment.ofArray(new byte[32 << 20]);
    header.set(ValueLayout.JAVA_BYTE, header.byteSize() - 1, (byte) 9);
    Disk disk = new Disk(Trouble.NONE);
    try (AsideFiles aside = begun(disk.path(folder), "b")) {
      aside.create(0, List.of(new Container.Chunk(0, header)));
      aside.commit(Existing.REFUSED, Durability.NONE);
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
