package io.cleave.plan;

import java.util.Arrays;

/// Places of parts in one tensor: each part has [#chunks()] chunks of equal length, a [#stride()]
/// apart. All numbers count elements.
///
/// An immutable value.
public final class Stacking {
  private final long chunks;
  private final long stride;
  private final long[] starts;
  private final long[] lengths;

  Stacking(long chunks, long stride, long[] starts, long[] lengths) {
    this.chunks = chunks;
    this.stride = stride;
    this.starts = starts;
    this.lengths = lengths;
  }

  /// Copy with so many chunks of each part.
  Stacking of(long count) {
    return new Stacking(count, stride, starts, lengths);
  }

  /// The chunks of each part.
  public long chunks() {
    return chunks;
  }

  /// The distance from one chunk of a part to the next.
  public long stride() {
    return stride;
  }

  /// The length of one chunk of a part, 0 if it is not stacked.
  ///
  /// @throws IllegalArgumentException if there is no such part
  public long length(int part) {
    return lengths[SplitPlan.checkedPart(part, lengths.length)];
  }

  /// The start of the first chunk of a part.
  ///
  /// @throws IllegalArgumentException if there is no such part
  public long start(int part) {
    return starts[SplitPlan.checkedPart(part, starts.length)];
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
