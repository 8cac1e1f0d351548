package io.cleave.ir;

import io.cleave.operation.IntegerInput;
import io.cleave.operation.PartialShape;
import io.cleave.operation.SplitOperation;
import io.cleave.plan.ElementType;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// Differences between OpenVINO 2026.4.1 and the specification that a model may show. The page
/// `openvino.md` explains each under its name, and others that no model is known to show; tests ask
/// OpenVINO itself.
enum OpenVinoNote {
  /// `{4, 3, -1}` on 6.
  NEGATIVE_REST("accepts them, and its CPU plugin reads beyond the data"),
  /// 10 on `2..6`.
  OUTSIDE_INTERVAL("accepts them as long as the extent is unknown"),
  /// The lengths `[1, 2]` as u4.
  PACKED_INDICES("reads each packed number of an axis or of lengths as a whole byte"),
  /// `41..82` by 41.
  FLOAT_DIVISION("divides the bounds of an axis in 32-bit floats, inexactly"),
  /// u3 data.
  NO_PACKED_INPUT("rejects them in its CPU plugin"),
  /// u4 data whose parts do not begin with a byte.
  PACKED_DATA("takes packed elements as whole bytes: parts that do not fill bytes are wrong");

  private final String text;

  OpenVinoNote(String text) {
    this.text = text;
  }

  /// `OpenVINO accepts them as long as the extent is unknown (outside-interval)`
  @Override
  public String toString() {
    return "OpenVINO %s (%s)".formatted(text, name().toLowerCase(Locale.ROOT).replace('_', '-'));
  }

  /// The note on data of a type that its plugin for the CPU does not split correctly.
  static Optional<OpenVinoNote> of(ElementType type) {
    return switch (type) {
      case U1, U3, U6 -> Optional.of(NO_PACKED_INPUT);
      case U2, U4, I4, NF4, F4E2M1 -> Optional.of(PACKED_DATA);
      default -> Optional.empty();
    };
  }

  /// The note on an operation that OpenVINO accepts although Cleave refuses it, or for whose parts
  /// it infers other shapes.
  static Optional<OpenVinoNote> of(SplitOperation operation, boolean isRefused) {
    IntegerInput lengths = operation.lengths().orElse(operation.axis());
    if (isMisread(operation.axis()) || isMisread(lengths)) {
      return Optional.of(PACKED_INDICES);
    }
    PartialShape data = operation.data();
    boolean isKnown = data.isRankKnown() && operation.axis().isKnown() && lengths.isKnown();
    boolean isSplit = operation.count().isPresent();
    if (!isKnown || isSplit == isRefused || (isRefused && !fitsOtherExtents(operation))) {
      return Optional.empty();
    }
    int axis = (int) Math.floorMod(operation.axis().values()[0], (long) data.rank());
    boolean isInterval = data.min(axis) < data.max(axis);
    if (isSplit) {
      long count = operation.count().getAsLong();
      boolean isRounded = isRounded(data.min(axis), count) || isRounded(data.max(axis), count);
      return Optional.of(FLOAT_DIVISION).filter(_ -> isInterval && isRounded);
    }
    boolean hasRest = Arrays.stream(lengths.values()).anyMatch(length -> length == -1);
    return Optional.of(isInterval ? OUTSIDE_INTERVAL : NEGATIVE_REST)
        .filter(_ -> isInterval || hasRest);
  }

  /// True if OpenVINO misreads packed numbers: several, of which it takes each for a byte, or
  /// negative ones.
  private static boolean isMisread(IntegerInput input) {
    return input.isKnown()
        && input.type().isSubByte()
        && input.type().holdsIndices()
        && (input.values().length > 1 || Arrays.stream(input.values()).anyMatch(v -> v < 0));
  }

  /// True if the operation fits data of the same rank with other extents.
  private static boolean fitsOtherExtents(SplitOperation operation) {
    long[] unknown = new long[operation.data().rank()];
    Arrays.fill(unknown, -1);
    try {
      operation.on(PartialShape.of(unknown), operation.type()).infer();
      return true;
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  /// True if OpenVINO divides a bound of an axis wrongly.
  private static boolean isRounded(long bound, long count) {
    return bound < Long.MAX_VALUE && (long) (bound * (1.0f / count)) != bound / count;
  }
}
