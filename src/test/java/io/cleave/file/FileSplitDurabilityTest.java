package io.cleave.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cleave.conformance.PlainSplitter;
import io.cleave.file.npy.NpyBytes;
import io.cleave.file.npy.NpyReader;
import io.cleave.file.output.Durability;
import io.cleave.file.tensor.Existing;
import io.cleave.file.tensor.StoredTensor;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is brought to the disk, and when: bytes, then names, then folders.
class FileSplitDurabilityTest {
  @TempDir private Path folder;

  private Path input;
  private Path out;

  /// What was asked for, and which files had a name then.
  private final List<String> calls = new ArrayList<>();

  private final class Recording implements Durability {
    private final int failing;

    /// @param failing the call that fails, from 1; 0 for none
    Recording(int failing) {
      this.failing = failing;
    }

    @Override
    public void file(Path path, FileChannel open) throws IOException {
      assertThat(open.isOpen()).isTrue();
      assertThat(path).exists().hasSize(open.size());
      record("bytes of %s among %s".formatted(part(path), named()));
      Durability.DISK.file(path, open);
    }

    @Override
    public void folder(Path path) throws IOException {
      record("names in %s, %s".formatted(folder.relativize(path), named()));
      Durability.DISK.folder(path);
    }

    private void record(String call) throws IOException {
      calls.add(call);
      if (calls.size() == failing) {
        throw new IOException("no room");
      }
    }

    /// `data.0.npy` of `.data.0.npy.RUN.tmp`.
    private static String part(Path hidden) {
      String name = hidden.getFileName().toString();
      return name.substring(1, name.indexOf(".npy") + 4);
    }
  }

  private List<String> named() throws IOException {
    try (Stream<Path> files = Files.list(out)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.startsWith("."))
          .sorted()
          .toList();
    }
  }

  @BeforeEach
  void makeInput() throws IOException {
    input = folder.resolve("data.npy");
    out = folder.resolve("new/parts");
    Files.write(input, NpyBytes.file(1, NpyBytes.text("|u1", false, 10, 6), NpyBytes.data(60)));
  }

  private void split(Durability durability) throws IOException {
    try (Arena arena = Arena.ofShared();
        PlainSplitter splitter = new PlainSplitter()) {
      StoredTensor data = NpyReader.map(input, arena);
      SplitPlan plan = SplitPlan.intoEqualParts(data.shape(), data.type(), 1, 2);
      new FileSplit(splitter)
          .with(Existing.REPLACED)
          .durably(durability)
          .write(data, plan, PartFiles.numbered(out, "data", 2));
    }
  }

  @Test
  void bytesComeBeforeNamesAndNamesBeforeFolders() throws IOException {
    split(new Recording(0));
    assertThat(calls)
        .containsExactly(
            "bytes of data.0.npy among []",
            "bytes of data.1.npy among []",
            "names in new/parts, [data.0.npy, data.1.npy]",
            "names in new, [data.0.npy, data.1.npy]",
            "names in , [data.0.npy, data.1.npy]");
  }

  @Test
  void whatIsNotOnTheDiskIsNotThere() throws IOException {
    split(new Recording(0));
    int all = calls.size();
    byte[] before = Files.readAllBytes(out.resolve("data.0.npy"));
    Files.write(input, NpyBytes.file(1, NpyBytes.text("|u1", false, 10, 6), new byte[60]));
    // The folders are there by now.
    for (int call = 1; call <= all - 2; call++) {
      calls.clear();
      int failing = call;
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> split(new Recording(failing)))
          .withMessageStartingWith("cannot bring to the disk " + out)
          .withMessageContaining(": no room; ");
      assertThat(calls).hasSize(call);
      assertThat(out.toFile().list()).containsExactlyInAnyOrder("data.0.npy", "data.1.npy");
      assertThat(out.resolve("data.0.npy")).hasBinaryContent(before);
    }
    split(Durability.DISK);
    assertThat(Files.readAllBytes(out.resolve("data.0.npy"))).isNotEqualTo(before);
  }
}
