package io.cleave.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.conformance.PlainSplitter;
import io.cleave.file.npy.NpyBytes;
import io.cleave.file.npy.NpyReader;
import io.cleave.file.tensor.Existing;
import io.cleave.file.tensor.StoredTensor;
import io.cleave.plan.Cut;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A file to be split while something happens.
abstract class MishapFixture {
  static final int ROWS = 100;
  static final int ROW = 300;

  @TempDir Path folder = Path.of("");
  Path input = Path.of("");
  Path out = Path.of("");
  Existing existing = Existing.REFUSED;

  @BeforeEach
  void makeInput() throws IOException {
    input = folder.resolve("data.npy");
    out = folder.resolve("new/parts");
    byte[] data = NpyBytes.data(ROWS * ROW);
    Files.write(input, NpyBytes.file(1, NpyBytes.text("|u1", false, ROWS, ROW), data));
  }

  @FunctionalInterface
  interface Mishap {
    void happen() throws IOException;
  }

  /// Lets something happen before the second window.
  static final class MishapSplitter extends PlainSplitter {
    private final Mishap mishap;
    private int windows;

    MishapSplitter(Mishap mishap) {
      this.mishap = mishap;
    }

    @Override
    public void carryOut(SplitPlan plan, MemorySegment data, List<MemorySegment> parts) {
      try {
        if (++windows == 2) {
          mishap.happen();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      super.carryOut(plan, data, parts);
    }
  }

  List<WrittenPart> split(Mishap mishap, int count) throws IOException {
    return split(mishap, PartFiles.numbered(out, "data", count));
  }

  List<WrittenPart> split(Mishap mishap, PartFiles files) throws IOException {
    try (Arena arena = Arena.ofShared();
        var splitter = new MishapSplitter(mishap)) {
      StoredTensor data = NpyReader.map(input, arena);
      SplitPlan plan = SplitPlan.of(data.plain(), 1, Cut.intoEqualParts(files.names().size()));
      return new FileSplit(splitter).inWindowsOf(10 * ROW).with(existing).write(data, plan, files);
    }
  }

  void assertNothingIsLeft() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      assertThat(all).containsExactlyInAnyOrder(folder, input);
    }
  }
}
