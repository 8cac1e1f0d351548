package io.cleave.ir.infer;

import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import io.cleave.operation.SplitOperation;
import io.cleave.plan.ElementType;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/// The known differences between OpenVINO 2026.4.1 and Cleave. The page `openvino.md` explains
/// them; a test asks OpenVINO for each.
public enum Difference {
  /// `{4, 3, -1}` on 6.
  NEGATIVE_REST(
      "takes lengths that exceed the axis beside a -1: the rest is then taken for unknown where"
          + " one is missing, and for 0 where more are. Its plugin for the CPU runs such a split,"
          + " and reads what stands behind the data"),
  /// 10 on `2..6`.
  OUTSIDE_INTERVAL("takes lengths that no extent within the bounds of the axis can hold"),
  /// Lengths whose sum is beyond 64 bits.
  WRAPPED_SUM(
      "adds lengths in 64 bits, so that a sum beyond them wraps around and may be right by"
          + " accident"),
  /// A length of -3 where the axis is not known.
  UNCHECKED_LENGTHS(
      "does not look at the lengths as long as the rank of the data or the axis is not known"),
  /// Lengths of f32.
  INDEX_TYPE(
      "takes an axis and lengths of real types for VariadicSplit, of nf4 for both operations, and"
          + " of any type as long as their values are not known"),
  /// The lengths `[1, 2]` as u4.
  PACKED_INDICES(
      "reads each number of an axis or of lengths of type i4, u4 or nf4 as if it filled a byte, so"
          + " that -1 is 15 and [1, 2] is 33 and whatever stands behind it"),
  /// A scalar with an axis that is not known.
  SCALAR_DATA("takes data of rank 0 as long as the axis is not known"),
  /// 2^40 x 2^40 elements.
  TOO_LARGE("infers shapes of any size"),
  /// An extent of 2^63 - 1.
  LARGEST_EXTENT("takes an extent of 2^63 - 1 for one without a bound"),
  /// `41..82` by 41.
  FLOAT_DIVISION(
      "divides the bounds of an axis by way of a 32-bit reciprocal: 41..82 by 41 is 0..1 to it"),
  /// A boolean of 7.
  BOOLEAN_VALUES("makes 0 or 1 of a boolean, in its plugin for the CPU"),
  /// An i64 beyond 32 bits.
  NARROWED(
      "moves i64, u64 and f64 by way of 32 bits, in its plugin for the CPU: what does not fit them"
          + " is lost"),
  /// A signalling NaN of f16.
  QUIET_NAN("makes a signalling NaN of type f16 a quiet one, in its plugin for the CPU"),
  /// u3 data.
  NO_PACKED_INPUT("does not take data of type u1, u3 or u6, in its plugin for the CPU"),
  /// u4 data whose parts do not begin with a byte.
  PACKED_DATA(
      "takes packed elements for whole bytes: parts of u2, u4, i4, nf4 and f4e2m1 are wrong where"
          + " they do not fill bytes, and what is written beyond them may end the process"),
  /// The elements `[0, 1, 2, 3, 4, 5, 6, 7]` as u3.
  PACKED_LAYOUT(
      "packs u3 and u6 in groups of three bytes, the lower bits of the elements before their upper"
          + " ones: u3 [0..7] is 1B 1B 0F"),
  /// `[4, 2^63 - 2, 0]`, and a length of 2^31 of `[2^31, 0]`.
  HUGE_AND_EMPTY(
      "does not run splits of data without elements if the product of its other extents is beyond"
          + " 64 bits, or a length beyond 32, in its plugin for the CPU");

  private final String openVino;

  Difference(String openVino) {
    this.openVino = openVino;
  }

  /// The end of a sentence that begins with OpenVINO's name.
  public String openVino() {
    return openVino;
  }

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

  /// The difference by which OpenVINO's plugin for the CPU splits a packed type wrongly, or not at
  /// all.
  public static Optional<Difference> ofSplitting(ElementType type) {
    return switch (type) {
      case U1, U3, U6 -> Optional.of(NO_PACKED_INPUT);
      case U2, U4, I4, NF4, F4E2M1 -> Optional.of(PACKED_DATA);
      default -> Optional.empty();
    };
  }
}
