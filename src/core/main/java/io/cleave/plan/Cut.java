package io.cleave.plan;

import io.cleave.plan.axis.Axis;
import io.cleave.plan.axis.Lengths;
import io.cleave.text.OneLine;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.IntToLongFunction;

/// How an axis is cut, whatever its extent: one of five ways, each with the meaning that these
/// libraries document.
///
/// | here | NumPy | PyTorch | TensorFlow | ONNX | OpenVINO |
/// |---|---|---|---|---|---|
/// | [#byLengths] | | `split(x, [2, 3])` | `split(x, [2, -1])` | `Split`, input `split` | VariadicSplit-1 |
/// | [#intoEqualParts] | `split(x, 3)` | | `split(x, 3)` | `Split`, even `num_outputs` | Split-1 |
/// | [#inChunksOf] | | `split(x, 3)` | | `SplitToSequence`, scalar | |
/// | [#atIndices] | `split(x, [2, 5])` | `tensor_split(x, [2, 5])` | | | |
/// | [#nearlyEqual] | `array_split(x, 3)` | `tensor_split(x, 3)` | | | |
///
/// An immutable value. [SplitPlan#of] checks that it fits an axis.
public final class Cut implements Serializable {
  private static final long serialVersionUID = 1;

  private enum Way {
    BY_LENGTHS,
    INTO_EQUAL_PARTS,
    IN_CHUNKS_OF,
    AT_INDICES,
    INTO_NEARLY_EQUAL_PARTS
  }

  private final Way way;
  private final long[] values;

  private Cut(Way way, long... values) {
    this.way = way;
    this.values = values;
  }

  /// Parts of these lengths, in order. One of them may be -1, "the rest", which may turn out to be
  /// 0; a length of 0 makes an empty part. The lengths must sum to the extent of the axis.
  public static Cut byLengths(long... lengths) {
    return new Cut(Way.BY_LENGTHS, lengths.clone());
  }

  /// `count` parts of the same length, which must divide the extent of the axis.
  public static Cut intoEqualParts(long count) {
    return new Cut(Way.INTO_EQUAL_PARTS, count);
  }

  /// As many parts of this length as fit, and one shorter part for what is left. An axis of extent
  /// 0 makes one empty part.
  ///
  /// ONNX's `Split` with an uneven `num_outputs` of n means chunks of `ceil(extent / n)`.
  public static Cut inChunksOf(long length) {
    return new Cut(Way.IN_CHUNKS_OF, length);
  }

  /// Cuts before each of these positions: `[2, 5]` on an axis of 9 makes the parts `0..1`, `2..4`
  /// and `5..8`.
  ///
  /// As in NumPy and PyTorch, a negative position counts from the end, and one beyond an end of the
  /// axis stands for that end, which makes empty parts. Positions that decrease, where those two
  /// would hand out elements twice, are refused.
  public static Cut atIndices(long... positions) {
    return new Cut(Way.AT_INDICES, positions.clone());
  }

  /// `count` parts whose lengths differ by 1 at most, the longer ones first: 7 into 3 is 3, 2, 2.
  /// If there are more parts than positions, the last ones are empty.
  public static Cut nearlyEqual(long count) {
    return new Cut(Way.INTO_NEARLY_EQUAL_PARTS, count);
  }

  /// The number of parts along an axis of this extent.
  ///
  /// @throws IllegalArgumentException if no plan holds as many, or a chunk has no length
  public int count(long extent) {
    return switch (way) {
      case BY_LENGTHS -> Lengths.checkedCount(values.length);
      case INTO_EQUAL_PARTS, INTO_NEARLY_EQUAL_PARTS -> Lengths.requested(values[0]);
      case IN_CHUNKS_OF -> Lengths.chunkCount(extent, values[0]);
      case AT_INDICES -> Lengths.checkedCount(values.length + 1L);
    };
  }

  /// True if the number of parts depends on the extent of the axis.
  public boolean isInChunks() {
    return way == Way.IN_CHUNKS_OF;
  }

  /// The positions where parts begin, and the extent as the last one.
  ///
  /// @param axis for messages
  /// @throws IllegalArgumentException if the cut does not fit the extent
  long[] positions(long extent, Axis axis) {
    int parts = count(extent);
    return switch (way) {
      case BY_LENGTHS -> Lengths.of(values, extent, axis);
      case INTO_EQUAL_PARTS -> {
        long length = Lengths.divided(extent, parts, axis);
        yield positions(parts, i -> i * length);
      }
      case IN_CHUNKS_OF -> positions(parts, i -> i < parts ? i * values[0] : extent);
      case AT_INDICES -> Lengths.between(extent, values);
      case INTO_NEARLY_EQUAL_PARTS ->
          positions(parts, i -> extent / parts * i + Math.min(i, extent % parts));
    };
  }

  private static long[] positions(int parts, IntToLongFunction position) {
    long[] positions = new long[parts + 1];
    Arrays.setAll(positions, position);
    return positions;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Cut cut && way == cut.way && Arrays.equals(values, cut.values);
  }

  @Override
  public int hashCode() {
    return 31 * way.hashCode() + Arrays.hashCode(values);
  }

  /// `by lengths [1, -1]`
  @Override
  public String toString() {
    return way.name().toLowerCase(Locale.ROOT).replace('_', ' ') + " " + OneLine.list(values);
  }
}
