package io.cleave.plan;

import java.util.ArrayList;
import java.util.List;

/// The lengths of a VariadicSplit as the caller gave them. Every single one is checked before any
/// two are added, and they are added with an overflow check, so that no hostile list gets past by
/// wrapping around.
final class LengthList {
  /// The length that stands for "what the others leave".
  static final long REST = -1;

  private static final int NONE = -1;

  private final long[] lengths;
  private final int rest;
  private final long sum;

  /// @param lengths is kept, not copied
  LengthList(long[] lengths) {
    this.lengths = lengths;
    this.rest = findRest(lengths);
    this.sum = sumOfKnown(lengths);
  }

  private static int findRest(long[] lengths) {
    int rest = NONE;
    for (int i = 0; i < lengths.length; i++) {
      if (lengths[i] < REST) {
        throw new IllegalArgumentException(
            "length %s at index %s must be 0 or more, or -1 once for the rest; the lengths are %s"
                .formatted(lengths[i], i, Quote.list(lengths)));
      }
      if (lengths[i] == REST) {
        if (rest != NONE) {
          throw new IllegalArgumentException(
              "lengths %s have -1 at index %s and at index %s; only one can be the rest"
                  .formatted(Quote.list(lengths), rest, i));
        }
        rest = i;
      }
    }
    return rest;
  }

  private static long sumOfKnown(long[] lengths) {
    long sum = 0;
    for (long length : lengths) {
      if (length != REST) {
        sum += length;
        if (sum < 0) {
          throw new IllegalArgumentException(
              "lengths %s sum to more than %s; no axis is that long"
                  .formatted(Quote.list(lengths), Long.MAX_VALUE));
        }
      }
    }
    return sum;
  }

  /// The lengths on an axis of known extent, the rest filled in.
  ///
  /// @param axis names the axis in a message
  long[] resolve(long extent, String axis) {
    if (rest == NONE ? sum != extent : sum > extent) {
      throw mismatch(Dimension.of(extent), axis);
    }
    long[] resolved = lengths.clone();
    if (rest != NONE) {
      resolved[rest] = extent - sum;
    }
    return resolved;
  }

  /// The extents of the parts on an axis of which perhaps only bounds are known. The rest is then
  /// unknown, without bounds, as in OpenVINO.
  List<Dimension> infer(Dimension extent, String axis) {
    if (rest == NONE ? !extent.contains(sum) : sum > extent.max()) {
      throw mismatch(extent, axis);
    }
    List<Dimension> inferred = new ArrayList<>(lengths.length);
    for (long length : lengths) {
      inferred.add(length != REST ? Dimension.of(length) : restOf(extent));
    }
    return inferred;
  }

  private Dimension restOf(Dimension extent) {
    return extent.isKnown() ? Dimension.of(extent.min() - sum) : Dimension.UNKNOWN;
  }

  private IllegalArgumentException mismatch(Dimension extent, String axis) {
    String rule = rest == NONE ? "must sum to %s" : "must, without the -1, sum to at most %s";
    return new IllegalArgumentException(
        "lengths %s %s, the extent of %s; they sum to %s"
            .formatted(
                Quote.list(lengths),
                rule.formatted(rest == NONE ? extent : extent.max()),
                axis,
                sum));
  }
}
