package io.cleave.cli.print;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.cli.Cli;
import io.cleave.disk.Disk;
import io.cleave.disk.MemoryFolder;
import io.cleave.disk.Ordeal;
import io.cleave.disk.Snapshot;
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

  /// `/dev/stdout` is a link, and must stay one, whatever it leads to.
  @Test
  void theSystemsOwnLinksAreFollowed() throws IOException, InterruptedException {
    Path standard = Path.of("/dev/stdout");
    assumeTrue(Files.isSymbolicLink(standard), "there is no /dev/stdout");
    Path printed = Files.writeString(folder.resolve("printed"), "before, ");
    String path = System.getProperty("java.class.path");
    Process process =
        Cli.java("-cp", path, Writing.class.getName(), standard.toString())
            .redirectOutput(ProcessBuilder.Redirect.appendTo(printed.toFile()))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(process.waitFor()).isZero();
    assertThat(printed).hasContent("before, text");
    assertThat(Files.isSymbolicLink(standard)).isTrue();
  }

  /// In a process of its own.
  static final class Writing {
    private Writing() {}

    static void main(String[] names) throws IOException {
      TextFile.requireWritable(List.of(Path.of(names[0])), List.of());
      TextFile.write(Path.of(names[0]), "text");
    }
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
    TextFile.write(both);
  }
}
