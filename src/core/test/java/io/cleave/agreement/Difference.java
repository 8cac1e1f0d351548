package io.cleave.agreement;

import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import io.cleave.operation.SplitOperation;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/// The known differences between OpenVINO 2026.4.1 and Cleave. The page `openvino.md` explains
/// them; a test asks OpenVINO for each.
public enum Difference {
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

  /// The difference by which OpenVINO's shapes, or its refusal, are wrong; empty where they are
  /// right.
  public static Optional<Difference> ofShapes(SplitOperation operation) {
    boolean foreseen = OpenVinoRules.isForeseen(operation);
    if (foreseen && OpenVinoRules.infer(operation).equals(OpenVinoRules.exact(operation))) {
      return Optional.empty();
    }
    return Optional.of(
        operation.lengths().isPresent()
            ? ofBoth(operation, operation.axis(), operation.lengths().get())
                .orElseGet(() -> ofLengths(operation, operation.lengths().get()))
            : ofBoth(operation, operation.axis(), operation.axis()).orElse(FLOAT_DIVISION));
  }

  private static Optional<Difference> ofBoth(
      SplitOperation operation, IntegerInput axis, IntegerInput lengths) {
    if (!axis.type().holdsIndices() || !lengths.type().holdsIndices()) {
      return Optional.of(INDEX_TYPE);
    }
    if (isMisread(axis) || isMisread(lengths)) {
      return Optional.of(PACKED_INDICES);
    }
    if (!operation.data().isRankKnown()) {
      return Optional.empty();
    }
    if (operation.data().rank() == 0) {
      return Optional.of(SCALAR_DATA);
    }
    if (!new ExactArithmetic().takesData(operation.data(), operation.type())) {
      return Optional.of(TOO_LARGE);
    }
    PartialShape data = operation.data();
    return IntStream.range(0, data.rank()).anyMatch(i -> data.min(i) == Long.MAX_VALUE)
        ? Optional.of(LARGEST_EXTENT)
        : Optional.empty();
  }

  private static boolean isMisread(IntegerInput input) {
    boolean packed = input.isKnown() && input.type().isSubByte();
    return packed
        && (input.values().length > 1 || Arrays.stream(input.values()).anyMatch(v -> v < 0));
  }

  private static Difference ofLengths(SplitOperation split, IntegerInput lengths) {
    if (!split.data().isRankKnown() || !split.axis().isKnown()) {
      return UNCHECKED_LENGTHS;
    }
    if (!new ExactArithmetic().takesLengths(lengths.values())) {
      return WRAPPED_SUM;
    }
    int rank = split.data().rank();
    int along = (int) Math.floorMod(split.axis().values()[0], (long) rank);
    return Extent.of(split.data(), along).isKnown() ? NEGATIVE_REST : OUTSIDE_INTERVAL;
  }
}
