package io.cleave.plan.axis;

import io.cleave.text.OneLine;
import java.util.Arrays;

/// Rules for the lengths of parts along an axis.
///
/// Hostile numbers are refused before memory is allocated for them: counts first, by the caller,
/// then every single length, then their sum with an overflow check.
public final class Lengths {
  /// The most parts that a plan holds.
  public static final int MAX_PARTS = 1 << 24;

  /// The length that stands for what the others leave.
  public static final long REST = -1;

  private Lengths() {}

  /// The count as an `int`.
  ///
  /// @throws IllegalArgumentException if no plan holds so many parts
  public static int checkedCount(long parts) {
    if (parts > MAX_PARTS) {
      throw new IllegalArgumentException(
          "a plan holds at most %s parts, not %s; split in two steps".formatted(MAX_PARTS, parts));
    }
    return (int) parts;
  }

  /// The count of parts that a caller asks for.
  ///
  /// @throws IllegalArgumentException if it is less than 1, or more than a plan holds
  public static int requested(long count) {
    if (count < 1) {
      throw new IllegalArgumentException(
          "the number of parts must be 1 or more, not %s".formatted(count));
    }
    return checkedCount(count);
  }

  /// The length of each of `count` equal parts.
  ///
  /// @param axis for the message
  /// @throws IllegalArgumentException if `count` does not divide the extent
  public static long divided(long extent, int count, Axis axis) {
    if (extent % count != 0) {
      throw new IllegalArgumentException(
          "%s equal parts must divide %s, the extent of %s; split by lengths, or into nearly equal parts, instead"
              .formatted(count, extent, axis));
    }
    return extent / count;
  }

  /// The number of parts of one length, with a shorter one for the rest. An extent of 0 makes one
  /// empty part.
  ///
  /// @throws IllegalArgumentException if the length is less than 1, or no plan holds so many parts
  public static int chunkCount(long extent, long size) {
    if (size < 1) {
      throw new IllegalArgumentException("a chunk must be 1 or more long, not %s".formatted(size));
    }
    return checkedCount(Math.max(1, Math.ceilDiv(extent, size)));
  }

  /// Parts between these indices. A negative index counts from the end; one beyond an end of the
  /// axis stands for that end.
  public static long[] between(long extent, long... indices) {
    long[] positions = new long[indices.length + 2];
    for (int i = 0; i < indices.length; i++) {
      long index = indices[i];
      positions[i + 1] = index < 0 ? Math.max(0, index + extent) : Math.min(index, extent);
      if (positions[i + 1] < positions[i]) {
        throw new IllegalArgumentException(
            "indices %s must not decrease along an axis of %s, or parts would overlap; index %s is before its predecessor"
                .formatted(OneLine.list(indices), extent, index));
      }
    }
    positions[indices.length + 1] = extent;
    return positions;
  }

  /// Parts of these lengths, of which one may be [#REST].
  ///
  /// @param axis for the message
  /// @throws IllegalArgumentException if they do not fit the extent
  public static long[] of(long[] lengths, long extent, Axis axis) {
    long[] positions = new long[lengths.length + 1];
    long rest = extent - requireFit(lengths, extent, extent, extent, axis);
    for (int i = 0; i < lengths.length; i++) {
      positions[i + 1] = positions[i] + (lengths[i] == REST ? rest : lengths[i]);
    }
    return positions;
  }

  /// Checks lengths of which one may be [#REST], whatever the extent.
  ///
  /// @return the sum of all others
  /// @throws IllegalArgumentException if one is negative, two are the rest, or the sum overflows
  public static long checkedSum(long... lengths) {
    int rest = -1;
    long sum = 0;
    for (int i = 0; i < lengths.length; i++) {
      if (lengths[i] < REST) {
        throw new IllegalArgumentException(
            "length %s at index %s must be 0 or more, or -1 once for the rest; the lengths are %s"
                .formatted(lengths[i], i, OneLine.list(lengths)));
      }
      if (lengths[i] == REST && rest >= 0) {
        throw new IllegalArgumentException(
            "lengths %s have -1 at index %s and at index %s; only one can be the rest"
                .formatted(OneLine.list(lengths), rest, i));
      }
      rest = lengths[i] == REST ? i : rest;
      // Stays negative once it is.
      sum += lengths[i] == REST || sum < 0 ? 0 : lengths[i];
    }
    if (sum < 0) {
      throw new IllegalArgumentException(
          "lengths %s sum to more than %s; no axis is that long"
              .formatted(OneLine.list(lengths), Long.MAX_VALUE));
    }
    return sum;
  }

  /// Checks lengths on an axis whose extent lies in `min..max`.
  ///
  /// @param extent its text, for the message
  /// @param axis for the message
  /// @return the sum of all but the rest
  /// @throws IllegalArgumentException if they fit no such extent
  public static long requireFit(long[] lengths, long min, long max, Object extent, Axis axis) {
    long sum = checkedSum(lengths);
    boolean hasRest = Arrays.stream(lengths).min().orElse(0) == REST;
    if (sum > max || (sum < min && !hasRest)) {
      String rule = hasRest ? "must, without the -1, sum to at most %s" : "must sum to %s";
      throw new IllegalArgumentException(
          "lengths %s %s, the extent of %s; they sum to %s"
              .formatted(OneLine.list(lengths), rule.formatted(hasRest ? max : extent), axis, sum));
    }
    return sum;
  }
}
