package io.cleave.operation;

import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.axis.Axis;
import io.cleave.plan.axis.Lengths;
import java.util.Collections;
import java.util.List;

/// OpenVINO's Split-1: splits data along an axis into parts of equal length. The axis is a scalar
/// of an integer type, and its extent must be a multiple of the number of parts.
public final class Split {
  private Split() {}

  /// Infers the shapes of the outputs as far as the inputs are known.
  ///
  /// - Data of unknown rank, or an unknown axis: only the rank of each output is known.
  /// - An axis of which only bounds are known: both are divided, exactly and rounding down, so that
  ///   `41..82` by 41 is `1..2`.
  ///
  /// @throws IllegalArgumentException if what is known already breaks a rule
  public static List<PartialShape> infer(
      PartialShape data, ElementType type, IntegerInput axis, long numSplits) {
    checkAxis(axis);
    int count = Lengths.requested(numSplits);
    data.requireSplittable(type);
    if (!data.isRankKnown() || !axis.isKnown()) {
      return Collections.nCopies(count, data.rankOnly());
    }
    Axis along = Axis.of(axis.values()[0], data.rank(), data);
    Dimension extent = divide(data.dimension(along.index()), count, along);
    return Collections.nCopies(count, data.with(along.index(), extent));
  }

  /// Plans the split when everything is known.
  ///
  /// @throws IllegalArgumentException if the inputs are wrong
  public static SplitPlan plan(Shape data, ElementType type, IntegerInput axis, long numSplits) {
    checkAxis(axis);
    return SplitPlan.intoEqualParts(data, type, axis.requireKnown("axis")[0], numSplits);
  }

  private static Dimension divide(Dimension extent, int count, Axis axis) {
    if (extent.isKnown()) {
      return Dimension.of(Lengths.divided(extent.min(), count, axis));
    }
    if (extent.max() < count) {
      throw new IllegalArgumentException(
          "%s equal parts cannot come from %s, the extent of %s; ask for at most %s"
              .formatted(count, extent, axis, extent.max()));
    }
    return extent.dividedBy(count);
  }

  private static void checkAxis(IntegerInput axis) {
    axis.requireIndices("axis");
    PartialShape shape = axis.shape();
    if (shape.isRankKnown() && shape.rank() != 0) {
      throw new IllegalArgumentException(
          "axis must be a scalar; its shape is %s (only VariadicSplit takes [1])".formatted(shape));
    }
  }
}
