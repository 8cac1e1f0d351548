package io.cleave.ir.infer;

import io.cleave.plan.Dimension;
import io.cleave.plan.ElementType;
import io.cleave.plan.IntegerInput;
import io.cleave.plan.Operation;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// Where OpenVINO and Cleave part: the whole list. Each stands in a test that asks OpenVINO whether
/// it still does that.
public enum Difference {
  /// `{4, 3, -1}` on 6.
  NEGATIVE_REST(
      Aspect.SHAPES,
      "takes lengths that exceed the axis beside a -1: the rest is then taken for unknown where"
          + " one is missing, and for 0 where more are. Its plugin for the CPU runs such a split,"
          + " and reads what stands behind the data",
      "refuses them",
      "no part may hold what the data does not"),
  /// 10 on `2..6`.
  OUTSIDE_INTERVAL(
      Aspect.SHAPES,
      "takes lengths that no extent within the bounds of the axis can hold",
      "refuses them",
      "what can never run is better refused before it is tried"),
  /// Lengths whose sum is beyond 64 bits.
  WRAPPED_SUM(
      Aspect.SHAPES,
      "adds lengths in 64 bits, so that a sum beyond them wraps around and may be right by"
          + " accident",
      "refuses them",
      "such parts cannot exist"),
  /// A length of -3 where the axis is not known.
  UNCHECKED_LENGTHS(
      Aspect.SHAPES,
      "does not look at the lengths as long as the rank of the data or the axis is not known",
      "refuses lengths that are right on no axis",
      "what can never be right is better refused early"),
  /// Lengths of f32.
  INDEX_TYPE(
      Aspect.SHAPES,
      "takes an axis and lengths of real types for VariadicSplit, of nf4 for both operations, and"
          + " of any type as long as their values are not known",
      "takes i4, i8, i16, i32, i64, u4, u8, u16, u32 and u64",
      "the specifications ask for an integer type"),
  /// The lengths `[1, 2]` as u4.
  PACKED_INDICES(
      Aspect.SHAPES,
      "reads each number of an axis or of lengths of type i4, u4 or nf4 as if it filled a byte, so"
          + " that -1 is 15 and [1, 2] is 33 and whatever stands behind it",
      "reads them as they are packed",
      "two of them share a byte"),
  /// A scalar with an axis that is not known.
  SCALAR_DATA(
      Aspect.SHAPES,
      "takes data of rank 0 as long as the axis is not known",
      "refuses it",
      "a scalar has no axis to split along"),
  /// 2^40 x 2^40 elements.
  TOO_LARGE(
      Aspect.SHAPES,
      "infers shapes of any size",
      "refuses data that takes 2^63 bits or more",
      "no memory holds it, and no offset in it can be calculated"),
  /// An extent of 2^63 - 1.
  LARGEST_EXTENT(
      Aspect.SHAPES,
      "takes an extent of 2^63 - 1 for one without a bound",
      "takes it for a number",
      "it is written as one"),
  /// `41..82` by 41.
  FLOAT_DIVISION(
      Aspect.SHAPES,
      "divides the bounds of an axis by way of a 32-bit reciprocal: 41..82 by 41 is 0..1 to it",
      "divides exactly: 1..2",
      "no part of it can be empty"),
  /// A boolean of 7.
  BOOLEAN_VALUES(
      Aspect.DATA,
      "makes 0 or 1 of a boolean, in its plugin for the CPU",
      "moves the byte as it is",
      "a split moves values and makes none"),
  /// An i64 beyond 32 bits.
  NARROWED(
      Aspect.DATA,
      "moves i64, u64 and f64 by way of 32 bits, in its plugin for the CPU: what does not fit them"
          + " is lost",
      "moves all 64 bits",
      "a split moves values and makes none"),
  /// A signalling NaN of f16.
  QUIET_NAN(
      Aspect.DATA,
      "makes a signalling NaN of type f16 a quiet one, in its plugin for the CPU",
      "moves all bits",
      "a split moves values and makes none"),
  /// u3 data.
  NO_PACKED_INPUT(
      Aspect.DATA,
      "does not take data of type u1, u3 or u6, in its plugin for the CPU",
      "splits it",
      "they are element types as others are"),
  /// u4 data whose parts do not begin with a byte.
  PACKED_DATA(
      Aspect.DATA,
      "takes packed elements for whole bytes: parts of u2, u4, i4, nf4 and f4e2m1 are wrong where"
          + " they do not fill bytes, and what is written beyond them may end the process",
      "splits them element by element",
      "the elements of a tensor are packed over all of it"),
  /// The elements `[0, 1, 2, 3, 4, 5, 6, 7]` as u3.
  PACKED_LAYOUT(
      Aspect.DATA,
      "packs u3 and u6 in groups of three bytes, the lower bits of the elements before their upper"
          + " ones: u3 [0..7] is 1B 1B 0F",
      "packs them as a plain stream, the least significant bits first: 88 C6 FA",
      "OpenVINO's sources have done so since its pull request 37430 of September 2026"),
  /// `[4, 2^63 - 2, 0]`, and a length of 2^31 of `[2^31, 0]`.
  HUGE_AND_EMPTY(
      Aspect.DATA,
      "does not run splits of data without elements if the product of its other extents is beyond"
          + " 64 bits, or a length beyond 32, in its plugin for the CPU",
      "makes empty parts",
      "nothing has to be moved");

  /// What an answer is about.
  public enum Aspect {
    /// The shapes that are inferred, and what is refused.
    SHAPES,
    /// What is in the parts.
    DATA
  }

  /// The version that all of them were seen in.
  public static final String VERSION = "2026.4.1";

  private final Aspect aspect;
  private final String openVino;
  private final String cleave;
  private final String why;

  Difference(Aspect aspect, String openVino, String cleave, String why) {
    this.aspect = aspect;
    this.openVino = openVino;
    this.cleave = cleave;
    this.why = why;
  }

  /// What it is about.
  public Aspect aspect() {
    return aspect;
  }

  /// What OpenVINO does: the end of a sentence that begins with its name.
  public String openVino() {
    return openVino;
  }

  /// What Cleave does: the end of a sentence that begins with its name.
  public String cleave() {
    return cleave;
  }

  /// Why Cleave does that.
  public String why() {
    return why;
  }

  /// `negative-rest`
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// Why the shapes that OpenVINO infers, or its refusal, are not what is right; nothing where they
  /// are.
  public static Optional<Difference> ofShapes(Operation operation) {
    boolean foreseen = OpenVinoRules.isForeseen(operation);
    if (foreseen && OpenVinoRules.infer(operation).equals(OpenVinoRules.exact(operation))) {
      return Optional.empty();
    }
    return Optional.of(
        switch (operation) {
          case Operation.ByLengths split ->
              ofBoth(operation, split.axis(), split.lengths())
                  .orElseGet(() -> ofLengths(split, split.lengths()));
          case Operation.IntoEqualParts split ->
              ofBoth(operation, split.axis(), split.axis()).orElse(FLOAT_DIVISION);
        });
  }

  private static Optional<Difference> ofBoth(
      Operation operation, IntegerInput axis, IntegerInput lengths) {
    if (!axis.type().holdsIndices() || !lengths.type().holdsIndices()) {
      return Optional.of(INDEX_TYPE);
    }
    if (isMisread(axis) || isMisread(lengths)) {
      return Optional.of(PACKED_INDICES);
    }
    if (!operation.shape().isRankKnown()) {
      return Optional.empty();
    }
    if (operation.shape().rank() == 0) {
      return Optional.of(SCALAR_DATA);
    }
    if (!new ExactArithmetic().takesData(operation.shape(), operation.type())) {
      return Optional.of(TOO_LARGE);
    }
    Dimension largest = Dimension.of(Long.MAX_VALUE);
    return operation.shape().dimensions().contains(largest)
        ? Optional.of(LARGEST_EXTENT)
        : Optional.empty();
  }

  private static boolean isMisread(IntegerInput input) {
    boolean packed = input.isKnown() && input.type().isSubByte();
    return packed
        && (input.values().length > 1 || Arrays.stream(input.values()).anyMatch(v -> v < 0));
  }

  private static Difference ofLengths(Operation.ByLengths split, IntegerInput lengths) {
    if (!split.shape().isRankKnown() || !split.axis().isKnown()) {
      return UNCHECKED_LENGTHS;
    }
    if (!new ExactArithmetic().takesLengths(lengths.values())) {
      return WRAPPED_SUM;
    }
    int rank = split.shape().rank();
    int along = (int) Math.floorMod(split.axis().values()[0], (long) rank);
    return split.shape().dimension(along).isKnown() ? NEGATIVE_REST : OUTSIDE_INTERVAL;
  }

  /// Why what comes out of OpenVINO's plugin for the CPU may not be what went in, of a type that it
  /// takes and whose elements fill bytes.
  public static Optional<Difference> ofMoving(ElementType type) {
    return switch (type) {
      case BOOLEAN -> Optional.of(BOOLEAN_VALUES);
      case I64, U64, F64 -> Optional.of(NARROWED);
      case F16 -> Optional.of(QUIET_NAN);
      default -> Optional.empty();
    };
  }

  /// Why a split of data of a type is wrong, or not done, in OpenVINO's plugin for the CPU: of
  /// types whose elements do not fill bytes.
  public static Optional<Difference> ofSplitting(ElementType type) {
    return switch (type) {
      case U1, U3, U6 -> Optional.of(NO_PACKED_INPUT);
      case U2, U4, I4, NF4, F4E2M1 -> Optional.of(PACKED_DATA);
      default -> Optional.empty();
    };
  }
}
