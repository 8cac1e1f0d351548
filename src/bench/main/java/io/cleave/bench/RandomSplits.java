package io.cleave.bench;

import io.cleave.cli.MemoryKind;
import io.cleave.cli.TimedSplit;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Draws splits at random, the same ones from the same seed: matrices cut along the columns, and
/// tensors of three dimensions cut along the last or the middle one, of elements of 1, 2, 4 or 8
/// bytes, in native memory or in arrays.
///
/// Rows have two elements at least and 64 KiB at most, and there are 2 to 128 parts, as many as a
/// row holds; both are drawn so that each power of two is as likely as the next. Every other split
/// is into equal parts, the others into lengths that differ.
final class RandomSplits {
  private static final ElementType[] TYPES = {
    ElementType.U8, ElementType.F16, ElementType.F32, ElementType.I64
  };

  private static final long MOST_ROW_BYTES = 1 << 16;
  private static final long MOST_PARTS = 128;

  private final SplittableRandom random;
  private final long bytes;

  private RandomSplits(SplittableRandom random, long bytes) {
    this.random = random;
    this.bytes = bytes;
  }

  /// Splits of tensors of about one size. The first ones are the same however many there are.
  ///
  /// @param memory null for native memory or arrays, at random
  /// @throws IllegalArgumentException if the size is less than two of the longest rows, or there
  ///   are none
  static List<TimedSplit> draw(long seed, long bytes, int count, @Nullable MemoryKind memory) {
    if (bytes < 2 * MOST_ROW_BYTES || count < 1) {
      throw new IllegalArgumentException(
          "a survey has 1 split or more of %s bytes or more; not %s of %s"
              .formatted(2 * MOST_ROW_BYTES, count, bytes));
    }
    return IntStream.range(0, count).mapToObj(index -> one(seed, bytes, index, memory)).toList();
  }

  private static TimedSplit one(long seed, long bytes, int index, @Nullable MemoryKind wanted) {
    // Each has random numbers of its own, so that it stays the same however many are drawn.
    long own = new SplittableRandom(seed ^ Long.reverse(bytes)).nextLong();
    SplittableRandom random = new SplittableRandom(own + index);
    SplitPlan plan = new RandomSplits(random, bytes).plan(index % 2 == 0);
    MemoryKind drawn = random.nextBoolean() ? MemoryKind.HEAP : MemoryKind.NATIVE;
    MemoryKind memory = wanted == null ? drawn : wanted;
    return new TimedSplit(
        "%s-%s-%s".formatted(seed, TimedSplits.size(bytes), index), "", plan, memory);
  }

  private SplitPlan plan(boolean equal) {
    ElementType type = TYPES[random.nextInt(TYPES.length)];
    long width = type.bits() / Byte.SIZE;
    long row = logUniform(2, MOST_ROW_BYTES / width);
    int kind = random.nextInt(3);
    // In the third kind a step along the axis is a few elements; else it is one.
    long step = kind == 2 ? logUniform(1, row / (equal ? 2 : 3)) : 1;
    long[] lengths = equal ? equal(row / step) : unequal(row / step);
    long extent = Arrays.stream(lengths).sum();
    long rows = Math.max(1, Math.round((double) bytes / (extent * step * width)));
    return switch (kind) {
      case 0 -> SplitPlan.of(Layout.of(type, rows, extent), 1, Cut.byLengths(lengths));
      case 1 -> {
        long planes = logUniform(1, (long) Math.sqrt((double) rows));
        Shape shape = Shape.of(planes, Math.round((double) rows / planes), extent);
        yield SplitPlan.of(Layout.of(type, shape), 2, Cut.byLengths(lengths));
      }
      default -> SplitPlan.of(Layout.of(type, rows, extent, step), 1, Cut.byLengths(lengths));
    };
  }

  /// As many equal parts as fit about this extent.
  private long[] equal(long extent) {
    int parts = (int) logUniform(2, Math.min(MOST_PARTS, extent));
    long[] lengths = new long[parts];
    Arrays.fill(lengths, extent / parts);
    return lengths;
  }

  /// Parts of this extent, 3 at least, whose lengths are not all the same: cut at random places.
  private long[] unequal(long extent) {
    long whole = Math.max(3, extent);
    int parts = (int) logUniform(2, Math.min(MOST_PARTS, whole - 1));
    long[] lengths;
    do {
      long[] cuts = random.longs(1, whole).distinct().limit(parts - 1).sorted().toArray();
      lengths = new long[parts];
      for (int i = 0; i < parts; i++) {
        lengths[i] = (i < cuts.length ? cuts[i] : whole) - (i == 0 ? 0 : cuts[i - 1]);
      }
    } while (Arrays.stream(lengths).distinct().count() == 1);
    return lengths;
  }

  /// A number from `least` to `most`, each octave as likely as the next.
  private long logUniform(long least, long most) {
    double octaves = Math.log((most + 1.0) / least);
    long drawn = (long) (least * Math.exp(random.nextDouble() * octaves));
    return Math.clamp(drawn, least, Math.max(least, most));
  }
}
