package io.cleave.file.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.cpu.CpuSplitter;
import io.cleave.file.stored.LittleEndian;
import io.cleave.file.stored.MappedContent;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Stacks of which no row fits a window keep to their memory, however long their pieces are.
class GatheringTest {
  private static final int PARTS = 3;
  private static final int LEAST = 300_000;
  private static final long WINDOW = 64L << 10;

  /// Counts what is allocated.
  private static final class CountingArena implements Arena {
    private final Arena arena = Arena.ofShared();
    private long bytes;

    @Override
    public MemorySegment allocate(long size, long alignment) {
      bytes += size;
      return arena.allocate(size, alignment);
    }

    @Override
    public MemorySegment.Scope scope() {
      return arena.scope();
    }

    @Override
    public void close() {
      arena.close();
    }
  }

  /// Puts what comes where it stands in the result.
  private static PartSink sink(SplitPlan plan, int piece, boolean inOrder, byte[] result) {
    long chunk = (long) piece * plan.partType().bits() / Byte.SIZE;
    long[] done = new long[PARTS];
    return (part, bytes) -> {
      for (long i = 0; i < bytes.byteSize(); i++) {
        long at = done[part]++;
        long there = (at / chunk * PARTS + part) * chunk + at % chunk;
        result[(int) (inOrder ? at : there)] = bytes.get(ValueLayout.JAVA_BYTE, i);
      }
    };
  }

  private static byte[] expected(SplitPlan slices, int piece, byte[] data) {
    int bits = slices.data().type().bits();
    int each = (int) slices.data().shape().elements() / PARTS;
    int width = slices.partType().bits() / Byte.SIZE;
    byte[] expected = new byte[PARTS * each * width];
    for (int element = 0; element < PARTS * each; element++) {
      int octet = Byte.toUnsignedInt(data[(int) ((long) element * bits / Byte.SIZE)]);
      int value = bits == Byte.SIZE ? octet : (octet >> (element % 2 * bits)) & 15;
      int within = element % each;
      int there = (within / piece * PARTS + element / each) * piece + within % piece;
      short made = slices.conversion().isPresent() ? Float.floatToFloat16(value) : (short) value;
      for (int i = 0; i < width; i++) {
        expected[there * width + i] = (byte) (made >> (i * Byte.SIZE));
      }
    }
    return expected;
  }

  private static long allocated(SplitPlan slices, int piece, boolean inOrder) throws IOException {
    SplitPlan plan = slices.stacked(1);
    byte[] data = new byte[(int) slices.data().bytes()];
    new Random(piece).nextBytes(data);
    byte[] result = new byte[(int) plan.part(0).bytes()];
    try (var splitter = CpuSplitter.open(1);
        Arena inputs = Arena.ofShared();
        var windows = new CountingArena()) {
      MemorySegment mapped = inputs.allocate(data.length).copyFrom(MemorySegment.ofArray(data));
      WindowedSplit split = new WindowedSplit(splitter, _ -> WINDOW, PARTS);
      MappedContent content = new MappedContent(Path.of("absent"), 0, mapped);
      assertThat(split.isInOrder(plan, content)).isEqualTo(inOrder);
      split.carryOut(plan, content, sink(plan, piece, inOrder, result), windows);
      assertThat(result).isEqualTo(expected(slices, piece, data));
      return windows.bytes;
    }
  }

  private static SplitPlan plan(ElementType type, int piece) {
    int pieces = Math.max(2, LEAST / piece);
    return SplitPlan.of(Layout.of(type, PARTS, pieces, piece), 0, Cut.intoEqualParts(PARTS));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100, 2730, 2731, 21_845, 21_846, 1 << 20})
  void piecesOfAnyLengthKeepToTheWindow(int piece) throws IOException {
    boolean fit = (long) PARTS * piece <= WINDOW;
    assertThat(allocated(plan(ElementType.U8, piece), piece, fit)).isLessThanOrEqualTo(2 * WINDOW);
  }

  /// Eight at a time, each of two bytes when it is made.
  @ParameterizedTest
  @ValueSource(ints = {2, 100, 1364, 1366, 1 << 18})
  void soDoPackedElements(int piece) throws IOException {
    boolean fit = 8L * PARTS * piece * Short.BYTES <= WINDOW;
    SplitPlan plan = plan(ElementType.U4, piece).converted(Conversion.to(ElementType.F16));
    assertThat(allocated(plan, piece, fit))
        .isLessThanOrEqualTo(2 * WINDOW + (fit ? 0 : 2 * LittleEndian.PIECE));
  }
}
