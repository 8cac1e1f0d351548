package io.cleave.agreement;

import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import io.cleave.operation.SplitOperation;
import io.cleave.plan.ElementType;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// The known differences between OpenVINO 2026.4.1 and Cleave. The page `openvino.md` explains
/// them; a test asks OpenVINO for each. Nothing is taken from `OpenVinoNote`, which is checked
/// against this list.
enum Difference {
  /// `{4, 3, -1}` on 6.
  NEGATIVE_REST,
  /// 10 on `2..6`.
  OUTSIDE_INTERVAL,
  /// Lengths whose sum is beyond 64 bits.
  WRAPPED_SUM,
  /// A length of -3 where the axis is not known.
  UNCHECKED_LENGTHS,
  /// Lengths of f32.
  INDEX_TYPE,
  /// The lengths `[1, 2]` as u4.
  PACKED_INDICES,
  /// A scalar with an axis that is not known.
  SCALAR_DATA,
  /// 2^40 x 2^40 elements.
  TOO_LARGE,
  /// An extent of 2^63 - 1.
  LARGEST_EXTENT,
  /// `41..82` by 41.
  FLOAT_DIVISION,
  /// A boolean of 7.
  BOOLEAN_VALUES,
  /// An i64 beyond 32 bits.
  NARROWED,
  /// A signalling NaN of f16.
  QUIET_NAN,
  /// u3 data.
  NO_PACKED_INPUT,
  /// u4 data whose parts do not begin with a byte.
  PACKED_DATA,
  /// The elements `[0, 1, 2, 3, 4, 5, 6, 7]` as u3.
  PACKED_LAYOUT,
  /// `[4, 2^63 - 2, 0]`, and a length of 2^31 of `[2^31, 0]`.
  HUGE_AND_EMPTY;

  /// `negative-rest`
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// The difference for which OpenVINO's shapes, or its refusal, may be others than those of the
  /// specification; empty where they must be the same.
  static Optional<Difference> ofShapes(SplitOperation operation) {
    PartialShape data = operation.data();
    IntegerInput axis = operation.axis();
    IntegerInput lengths = operation.lengths().orElse(axis);
    if (!axis.type().holdsIndices() || !lengths.type().holdsIndices()) {
      return Optional.of(INDEX_TYPE);
    }
    if (isMisread(axis) || isMisread(lengths)) {
      return Optional.of(PACKED_INDICES);
    }
    if (data.isRankKnown() && data.rank() == 0) {
      return Optional.of(SCALAR_DATA);
    }
    if (data.isKnown() && isTooLarge(data, operation.type())) {
      return Optional.of(TOO_LARGE);
    }
    if (data.isRankKnown()
        && IntStream.range(0, data.rank()).anyMatch(i -> data.min(i) == Long.MAX_VALUE)) {
      return Optional.of(LARGEST_EXTENT);
    }
    if (operation.count().isPresent()) {
      return ofCount(data, axis, operation.count().getAsLong());
    }
    return lengths.isKnown() ? ofLengths(data, axis, lengths.values()) : Optional.empty();
  }

  private static boolean isMisread(IntegerInput input) {
    return input.isKnown()
        && input.type().isSubByte()
        && (input.values().length > 1 || Arrays.stream(input.values()).anyMatch(v -> v < 0));
  }

  private static boolean isTooLarge(PartialShape known, ElementType type) {
    BigInteger bits = BigInteger.valueOf(Math.max(1, type.bits()));
    for (int i = 0; i < known.rank(); i++) {
      bits = bits.multiply(BigInteger.valueOf(known.min(i)));
    }
    return bits.bitLength() >= Long.SIZE;
  }

  private static Optional<Difference> ofCount(PartialShape data, IntegerInput axis, long count) {
    if (!data.isRankKnown() || !axis.isKnown()) {
      return Optional.empty();
    }
    int along = (int) Math.floorMod(axis.values()[0], (long) data.rank());
    boolean isRounded =
        LongStream.of(data.min(along), data.max(along))
            .filter(bound -> bound < Long.MAX_VALUE)
            .anyMatch(bound -> (long) (bound * (1.0f / count)) != bound / count);
    return isRounded && data.min(along) < data.max(along)
        ? Optional.of(FLOAT_DIVISION)
        : Optional.empty();
  }

  private static Optional<Difference> ofLengths(
      PartialShape data, IntegerInput axis, long[] lengths) {
    long rests = Arrays.stream(lengths).filter(length -> length == -1).count();
    BigInteger sum =
        Arrays.stream(lengths)
            .filter(length -> length >= 0)
            .mapToObj(BigInteger::valueOf)
            .reduce(BigInteger.ZERO, BigInteger::add);
    boolean areWrong = rests > 1 || Arrays.stream(lengths).anyMatch(length -> length < -1);
    boolean isWrapped = sum.bitLength() >= Long.SIZE;
    if (!data.isRankKnown() || !axis.isKnown()) {
      return areWrong || isWrapped ? Optional.of(UNCHECKED_LENGTHS) : Optional.empty();
    }
    if (isWrapped) {
      return Optional.of(WRAPPED_SUM);
    }
    int along = (int) Math.floorMod(axis.values()[0], (long) data.rank());
    boolean isOutside =
        sum.longValue() > data.max(along) || (rests == 0 && sum.longValue() < data.min(along));
    boolean isInterval = data.min(along) < data.max(along);
    if (!isOutside || areWrong || (rests == 0 && !isInterval)) {
      return Optional.empty();
    }
    return Optional.of(isInterval ? OUTSIDE_INTERVAL : NEGATIVE_REST);
  }

  /// Whether Cleave refuses what OpenVINO accepts; otherwise the shapes are others.
  boolean isOfRefusals() {
    return this != PACKED_INDICES && this != LARGEST_EXTENT && this != FLOAT_DIVISION;
  }

  /// Whether the listing of a model says so.
  boolean isListed() {
    return switch (this) {
      case NEGATIVE_REST, OUTSIDE_INTERVAL, PACKED_INDICES, FLOAT_DIVISION -> true;
      default -> false;
    };
  }
}
