package io.cleave.plan;

import java.util.Arrays;

/// The lengths that the other ways of cutting an axis come down to.
final class Cuts {
  private Cuts() {}

  static int checkedCount(long parts) {
    if (parts > SplitPlan.MAX_PARTS) {
      throw new IllegalArgumentException(
          "a plan holds at most %s parts, not %s; split in two steps"
              .formatted(SplitPlan.MAX_PARTS, parts));
    }
    return (int) parts;
  }

  static long[] equal(long extent, long count, String axis) {
    int parts = Split.checkCount(count);
    long[] lengths = new long[parts];
    Arrays.fill(lengths, Split.divide(Dimension.of(extent), parts, axis).min());
    return lengths;
  }

  /// The first `extent % count` parts are one longer than the others.
  static long[] nearlyEqual(long extent, long count) {
    int parts = Split.checkCount(count);
    long[] lengths = new long[parts];
    Arrays.fill(lengths, extent / parts);
    for (int i = 0; i < extent % parts; i++) {
      lengths[i]++;
    }
    return lengths;
  }

  /// All parts are `size` long but the last, which takes what is left. An extent of 0 makes one
  /// empty part.
  static long[] chunks(long extent, long size) {
    if (size < 1) {
      throw new IllegalArgumentException("a chunk must be 1 or more long, not %s".formatted(size));
    }
    int parts = checkedCount(Math.max(1, Math.ceilDiv(extent, size)));
    long[] lengths = new long[parts];
    Arrays.fill(lengths, size);
    lengths[parts - 1] = extent - (parts - 1) * size;
    return lengths;
  }

  /// A part ends at every index. An index beyond an end of the axis stands for that end.
  static long[] at(long extent, long[] indices) {
    long[] lengths = new long[checkedCount(indices.length + 1L)];
    long start = 0;
    for (int i = 0; i < indices.length; i++) {
      long end = position(indices[i], extent);
      if (end < start) {
        throw new IllegalArgumentException(
            "indices %s must not decrease along an axis of %s, or parts would overlap; index %s is before its predecessor"
                .formatted(Quote.list(indices), extent, indices[i]));
      }
      lengths[i] = end - start;
      start = end;
    }
    lengths[indices.length] = extent - start;
    return lengths;
  }

  private static long position(long index, long extent) {
    return index < 0 ? Math.max(0, index + extent) : Math.min(index, extent);
  }

  /// Where parts of these lengths begin, and the end of the last one.
  static long[] starts(long[] lengths) {
    long[] starts = new long[lengths.length + 1];
    for (int i = 0; i < lengths.length; i++) {
      starts[i + 1] = starts[i] + lengths[i];
    }
    return starts;
  }
}
