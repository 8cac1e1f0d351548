package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.disk.Disk;
import io.cleave.disk.MemoryFolder;
import io.cleave.disk.Ordeal;
import io.cleave.disk.Snapshot;
import io.cleave.file.io.AtomicFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Reports, drawings and models: whole or as they were, and never through a link.
class TextFileTest {
  @TempDir(factory = MemoryFolder.class)
  private Path folder = Path.of("");

  private Path elsewhere = Path.of("");

  @BeforeEach
  void makeAnotherFile() throws IOException {
    elsewhere = Files.createDirectory(folder.resolve("elsewhere")).resolve("kept");
    Files.writeString(elsewhere, "kept");
  }

  @Test
  void aLinkIsReplacedAndWhatItLeadsToStays() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("report.json"), elsewhere);
    TextFile.requireWritable(List.of(link), List.of());
    TextFile.write(link, "new");
    assertThat(Files.isSymbolicLink(link)).isFalse();
    assertThat(link).hasContent("new");
    assertThat(elsewhere).hasContent("kept");
  }

  /// On a disk that fails at each of its operations, and whose process is killed there.
  @Test
  void bothFilesOfAModelAreWholeAndNothingIsLeft() throws IOException {
    Path out = Files.createDirectory(folder.resolve("out"));
    Ordeal ordeal = Ordeal.of(out, false, disk -> writeModel(disk, out));
    ordeal.suffers(ordeal.made().with(name -> "what " + name + " held before"));
    assertThat(ordeal.tried()).isGreaterThan(8);
    assertThat(Snapshot.of(out).files()).containsOnlyKeys("m.bin", "m.xml");
  }

  private static void writeModel(Disk disk, Path out) throws IOException {
    Map<Path, byte[]> both = new LinkedHashMap<>();
    both.put(disk.path(out.resolve("m.bin").toString()), new byte[] {1, 2, 3});
    both.put(disk.path(out.resolve("m.xml").toString()), "<net>".getBytes(StandardCharsets.UTF_8));
    TextFile.requireWritable(List.copyOf(both.keySet()), List.of());
    AtomicFiles.replace(both);
  }
}
