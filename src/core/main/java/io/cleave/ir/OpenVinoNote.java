package io.cleave.ir;

import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import io.cleave.operation.SplitOperation;
import io.cleave.plan.ElementType;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.LongStream;

/// Differences between OpenVINO 2026.4.1 and the specification that a model may show. The page
/// `openvino.md` explains each under its name, and others that no model is known to show; tests ask
/// OpenVINO itself.
enum OpenVinoNote {
  /// `{4, 3, -1}` on 6.
  NEGATIVE_REST("accepts them, and its plugin for the CPU reads what stands behind the data"),
  /// 10 on `2..6`.
  OUTSIDE_INTERVAL("accepts them as long as the extent is not known"),
  /// The lengths `[1, 2]` as u4.
  PACKED_INDICES("takes each number of an axis or of lengths of a packed type for a byte"),
  /// `41..82` by 41.
  FLOAT_DIVISION("divides the bounds of an axis as 32-bit floats, and gets other ones"),
  /// u3 data.
  NO_PACKED_INPUT("does not take them, in its plugin for the CPU"),
  /// u4 data whose parts do not begin with a byte.
  PACKED_DATA("takes packed elements for whole bytes: parts are wrong where they do not fill them");

  private final String text;

  OpenVinoNote(String text) {
    this.text = text;
  }

  /// `OpenVINO accepts them as long as the extent is not known (outside-interval)`
  @Override
  public String toString() {
    return "OpenVINO %s (%s)".formatted(text, name().toLowerCase(Locale.ROOT).replace('_', '-'));
  }

  /// About data that its plugin for the CPU does not split rightly.
  static Optional<OpenVinoNote> of(ElementType type) {
    return switch (type) {
      case U1, U3, U6 -> Optional.of(NO_PACKED_INPUT);
      case U2, U4, I4, NF4, F4E2M1 -> Optional.of(PACKED_DATA);
      default -> Optional.empty();
    };
  }

  /// About an operation that is wrong, and that OpenVINO accepts.
  static Optional<OpenVinoNote> ofWrong(SplitOperation wrong) {
    if (isMisread(wrong)) {
      return Optional.of(PACKED_INDICES);
    }
    Optional<long[]> given = wrong.lengths().filter(OpenVinoNote::isList).map(IntegerInput::values);
    long[] lengths = given.orElse(new long[0]);
    boolean mayFit =
        given.isPresent()
            && hasAxis(wrong)
            && Arrays.stream(lengths).allMatch(length -> length >= -1)
            && Arrays.stream(lengths).filter(length -> length == -1).count() <= 1;
    if (!mayFit) {
      return Optional.empty();
    }
    if (!isKnown(wrong)) {
      return Optional.of(OUTSIDE_INTERVAL);
    }
    boolean hasRest = Arrays.stream(lengths).anyMatch(length -> length == -1);
    return hasRest ? Optional.of(NEGATIVE_REST) : Optional.empty();
  }

  /// About an operation that is right, for whose parts OpenVINO infers other shapes.
  static Optional<OpenVinoNote> ofRight(SplitOperation right) {
    if (isMisread(right)) {
      return Optional.of(PACKED_INDICES);
    }
    boolean isDivided = right.count().isPresent() && hasAxis(right) && !isKnown(right);
    return isDivided && bounds(right).anyMatch(bound -> isRounded(bound, right))
        ? Optional.of(FLOAT_DIVISION)
        : Optional.empty();
  }

  private static boolean isRounded(long bound, SplitOperation split) {
    long count = split.count().orElseThrow();
    return bound < Long.MAX_VALUE && (long) (bound * (1.0f / count)) != bound / count;
  }

  /// Whether packed numbers are more than one, of which each is taken for a byte, or one of them is
  /// negative.
  private static boolean isMisread(SplitOperation operation) {
    return isMisread(operation.axis())
        || operation.lengths().filter(OpenVinoNote::isMisread).isPresent();
  }

  private static boolean isMisread(IntegerInput input) {
    return input.isKnown()
        && input.type().isSubByte()
        && input.type().holdsIndices()
        && (input.values().length > 1 || Arrays.stream(input.values()).anyMatch(v -> v < 0));
  }

  private static boolean hasAxis(SplitOperation operation) {
    PartialShape data = operation.data();
    IntegerInput axis = operation.axis();
    if (!data.isRankKnown() || !axis.isKnown() || axis.shape().rank() > 1) {
      return false;
    }
    long[] values = axis.values();
    return axis.type().holdsIndices()
        && values.length == 1
        && values[0] >= -data.rank()
        && values[0] < data.rank();
  }

  private static boolean isList(IntegerInput lengths) {
    return lengths.isKnown() && lengths.type().holdsIndices() && lengths.shape().rank() == 1;
  }

  private static boolean isKnown(SplitOperation operation) {
    return bounds(operation).distinct().count() == 1;
  }

  /// The smallest and the largest extent of the axis.
  private static LongStream bounds(SplitOperation operation) {
    PartialShape data = operation.data();
    int axis = (int) Math.floorMod(operation.axis().values()[0], (long) data.rank());
    return LongStream.of(data.min(axis), data.max(axis));
  }
}
