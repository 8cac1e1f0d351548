package io.cleave.ir.infer;

import io.cleave.ir.text.Excerpt;
import io.cleave.plan.Dimension;
import io.cleave.plan.ElementType;
import io.cleave.plan.IntegerInput;
import io.cleave.plan.PartialShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What OpenVINO's own implementation makes of a split, where that differs from what it should.
///
/// This follows its sources of 2024 to 2026, mistakes included.
public final class OpenVino {
  private OpenVino() {}

  /// What it makes of a VariadicSplit that is refused here; nothing if it refuses it too.
  public static Optional<String> accepts(
      PartialShape data, IntegerInput axis, IntegerInput lengths) {
    PartialShape axisShape = axis.shape();
    boolean oneAxis =
        !axisShape.isRankKnown()
            || axisShape.rank() == 0
            || (axisShape.rank() == 1 && axisShape.dimension(0).contains(1));
    if (!oneAxis) {
      return Optional.empty();
    }
    if (!lengths.shape().isKnown()) {
      return Optional.of("leaves the number of outputs open");
    }
    if (lengths.shape().rank() != 1) {
      return Optional.empty();
    }
    if (!data.isRankKnown() || !axis.isKnown()) {
      return Optional.of("leaves the shapes open");
    }
    return along(data, axis.values()[0])
        .flatMap(
            extent ->
                lengths.isKnown()
                    ? answer(extent, lengths.values())
                    : Optional.of("leaves the lengths open"));
  }

  private static Optional<Dimension> along(PartialShape data, long axis) {
    int rank = data.rank();
    return axis >= -rank && axis < rank
        ? Optional.of(data.dimension((int) (axis < 0 ? axis + rank : axis)))
        : Optional.empty();
  }

  private static Optional<String> answer(Dimension extent, long[] lengths) {
    int rest = -1;
    long sum = 0;
    for (int i = 0; i < lengths.length; i++) {
      if (lengths[i] < -1 || (lengths[i] == -1 && rest >= 0)) {
        return Optional.empty();
      }
      rest = lengths[i] == -1 ? i : rest;
      sum += Math.max(0, lengths[i]);
    }
    if (extent.isKnown() && rest < 0 && sum != extent.min()) {
      return Optional.empty();
    }
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < lengths.length; i++) {
      parts.add(i == rest ? rest(extent, sum) : Long.toString(lengths[i]));
    }
    return Optional.of("makes parts of " + Excerpt.of(parts.toString()));
  }

  /// A rest of -1 stands for "unknown" there, and smaller ones are taken for 0.
  private static String rest(Dimension extent, long others) {
    long rest = extent.min() - others;
    return !extent.isKnown() || rest == -1 ? "?" : Long.toString(Math.max(0, rest));
  }

  /// What it makes of a Split that is refused here; nothing if it refuses it too.
  public static Optional<String> accepts(IntegerInput axis) {
    return switch (axis.type()) {
      case U1, U2, U3, U6, NF4, STRING -> Optional.of("takes the axis for an integer");
      default -> Optional.empty();
    };
  }

  /// The interval that it infers for the parts of a Split, if that is not the right one: it
  /// multiplies by the reciprocal as a 32-bit float and rounds down.
  public static Optional<String> misdivides(Dimension extent, long parts) {
    if (extent.isKnown() || extent.equals(Dimension.UNKNOWN)) {
      return Optional.empty();
    }
    long min = scaled(extent.min(), parts);
    boolean wrong = min != extent.min() / parts;
    if (extent.isUnbounded()) {
      return wrong ? Optional.of(min + "..") : Optional.empty();
    }
    long max = scaled(extent.max(), parts);
    wrong |= max != extent.max() / parts;
    return wrong ? Optional.of(min + ".." + max) : Optional.empty();
  }

  private static long scaled(long bound, long parts) {
    return (long) (bound * (1.0f / parts));
  }

  /// Why it cannot split tensors of a type, if it cannot.
  public static Optional<String> cannotSplit(ElementType type) {
    if (type == ElementType.STRING) {
      return Optional.of(
          "OpenVINO's reference implementation moves strings as if they were plain bytes");
    }
    return type.isSubByte()
        ? Optional.of(
            "OpenVINO's reference implementation takes %s elements for whole bytes and reads beyond the data"
                .formatted(type))
        : Optional.empty();
  }
}
