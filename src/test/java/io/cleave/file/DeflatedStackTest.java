package io.cleave.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.cpu.CpuSplitter;
import io.cleave.file.npy.NpyBytes;
import io.cleave.file.npz.ZipBytes;
import io.cleave.file.output.OutputFile;
import io.cleave.file.output.Place;
import io.cleave.file.stored.NamedLayout;
import io.cleave.file.stored.Written;
import io.cleave.file.tensor.Content;
import io.cleave.file.tensor.Existing;
import io.cleave.file.tensor.Pass;
import io.cleave.file.tensor.Stack;
import io.cleave.file.tensor.StoredTensor;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whoever unpacks in many places at once needs memory for each of them.
class DeflatedStackTest {
  private static final int PIECES = 256;
  private static final int PIECE = 1 << 10;

  /// What a pass takes: no more than a part has, so that no window holds a row.
  private static final long PASS = 192L << 10;

  @TempDir Path folder = Path.of("");
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();

  /// Counts the passes that are open at a time.
  private final class Counted implements Content {
    private final Content content;

    Counted(Content content) {
      this.content = content;
    }

    @Override
    public long size() {
      return content.size();
    }

    @Override
    public long offset() {
      return content.offset();
    }

    @Override
    public boolean isDeflated() {
      return content.isDeflated();
    }

    @Override
    public Pass begin() throws IOException {
      Pass pass = content.begin();
      most.accumulateAndGet(open.incrementAndGet(), Math::max);
      return new Pass() {
        @Override
        public MemorySegment next(long bytes) throws IOException {
          return pass.next(bytes);
        }

        @Override
        public void skip(long bytes) throws IOException {
          pass.skip(bytes);
        }

        @Override
        public void close() throws IOException {
          open.decrementAndGet();
          pass.close();
        }
      };
    }

    @Override
    public void requireWhole() throws IOException {
      content.requireWhole();
    }
  }

  private void check(int parts, long window) throws IOException {
    byte[] data = NpyBytes.data(parts * PIECES * PIECE);
    byte[] array = NpyBytes.file(1, NpyBytes.text("|u1", false, parts, PIECES, PIECE), data);
    Path file = Files.write(folder.resolve("x.npz"), ZipBytes.deflated(Map.of("x.npy", array)));
    byte[] expected = new byte[data.length];
    for (int i = 0; i < parts * PIECES; i++) {
      int slot = i % PIECES * parts + i / PIECES;
      System.arraycopy(data, i * PIECE, expected, slot * PIECE, PIECE);
    }
    for (Format format : List.of(Format.NPY, Format.NPZ)) {
      Path out = folder.resolve("out." + format);
      stack(file, parts, out, format, window);
      try (Arena arena = Arena.ofConfined()) {
        StoredTensor made = TensorFile.open(out, arena).tensors().getFirst();
        assertThat(Written.read(made, 1 << 16)).isEqualTo(expected);
      }
    }
    assertThat(open).hasValue(0);
  }

  /// What is checked is compared with its checksum, too.
  private void stack(Path file, int parts, Path out, Format format, long window)
      throws IOException {
    try (Arena arena = Arena.ofShared();
        var splitter = CpuSplitter.open(1);
        var reference = CpuSplitter.open(1)) {
      StoredTensor packed = TensorFile.open(file, arena).tensors().getFirst();
      StoredTensor data =
          new StoredTensor(file, "x", packed.layout(), new Counted(packed.content()));
      SplitPlan plan = SplitPlan.intoEqualParts(data.shape(), data.type(), 0, parts);
      Stack way = new Stack(Stack.Way.STACKED, 1, List.of());
      NamedLayout made =
          new NamedLayout("x", data.layout().ofPart(way.of(plan).shape(), data.type()));
      OutputFile output = format.file(out, List.of(made), Map.of());
      TensorSplit split = new TensorSplit(data, plan, Optional.of(way), List.of(new Place(0, 0)));
      new FileSplit(splitter)
          .inWindowsOf(window)
          .with(Existing.REPLACED)
          .checkedBy(reference)
          .write(new Assignment(folder, List.of(output), List.of(split), Packing.STORED));
    }
  }

  @Test
  void manyPartsAreUnpackedOnce() throws IOException {
    check(20, 1 << 20);
    assertThat(most).hasValue(1);
    check(3, 3 * PASS - 1);
    assertThat(most).hasValue(1);
  }

  @Test
  void fewPartsAreUnpackedBesideEachOther() throws IOException {
    check(3, 3 * PASS);
    assertThat(most).hasValue(3);
  }
}
