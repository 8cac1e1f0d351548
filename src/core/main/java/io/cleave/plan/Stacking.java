package io.cleave.plan;

import java.util.Arrays;

/// How parts stand in one tensor: each in [#chunks()] pieces of equal length, a [#stride()] apart.
/// In elements.
///
/// An immutable value.
public final class Stacking {
  private final long chunks;
  private final long stride;
  private final long[] starts;
  private final long[] lengths;

  /// @param chunks of each part
  /// @param order the parts, in the order in which they are stacked
  /// @param lengths the elements of a chunk of each part of the plan, 0 for one that is not stacked
  Stacking(long chunks, int[] order, long[] lengths) {
    this.chunks = chunks;
    this.lengths = lengths;
    this.starts = new long[lengths.length];
    long sum = 0;
    for (int part : order) {
      starts[part] = sum;
      sum += lengths[part];
    }
    this.stride = sum;
  }

  private Stacking(long chunks, long stride, long[] starts, long[] lengths) {
    this.chunks = chunks;
    this.stride = stride;
    this.starts = starts;
    this.lengths = lengths;
  }

  /// The same with so many pieces of each part.
  Stacking of(long pieces) {
    return new Stacking(pieces, stride, starts, lengths);
  }

  /// How many pieces a part has.
  public long chunks() {
    return chunks;
  }

  /// From one piece of a part to the next.
  public long stride() {
    return stride;
  }

  /// The length of one piece of a part.
  ///
  /// @throws IllegalArgumentException if there is no such part
  public long length(int part) {
    return lengths[checkedPart(part)];
  }

  /// Where the first piece of a part begins.
  ///
  /// @throws IllegalArgumentException if there is no such part
  public long start(int part) {
    return starts[checkedPart(part)];
  }

  private int checkedPart(int part) {
    return Wanted.checkedPart(part, lengths.length);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Stacking that
        && chunks == that.chunks
        && Arrays.equals(starts, that.starts)
        && Arrays.equals(lengths, that.lengths);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * Long.hashCode(chunks) + Arrays.hashCode(starts)) + Arrays.hashCode(lengths);
  }
}
