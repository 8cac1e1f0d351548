package io.cleave.operation;

import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.axis.Axis;
import io.cleave.plan.axis.Lengths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// OpenVINO's VariadicSplit-1: splits data along an axis into parts of given lengths, of which one
/// may be -1, "the rest".
///
/// The axis is a scalar or of shape `[1]`, the lengths are a list; both are of an integer type.
/// Lengths that cannot be right are refused, although OpenVINO accepts some of them: more than the
/// axis holds beside a -1, or outside an interval.
public final class VariadicSplit {
  private static final PartialShape ONE_ELEMENT = PartialShape.of(Dimension.of(1));

  private VariadicSplit() {}

  /// Infers the shapes of the outputs as far as the inputs are known.
  ///
  /// - Lengths of unknown count: no output is known, the list is empty.
  /// - Data of unknown rank, or an unknown axis: of each output only the rank is known.
  /// - Lengths of known count and unknown values: the extent along the axis is unknown.
  /// - An axis of which only bounds are known: the lengths must fit them, and the rest is unknown.
  ///
  /// @throws IllegalArgumentException if what is known already breaks a rule
  public static List<PartialShape> infer(
      PartialShape data, ElementType type, IntegerInput axis, IntegerInput lengths) {
    checkAxis(axis);
    lengths.requireIndices("lengths");
    data.requireSplittable(type);
    if (!lengths.shape().isKnown()) {
      return List.of();
    }
    int count = checkCount(lengths);
    if (lengths.isKnown()) {
      Lengths.checkedSum(lengths.values());
    }
    if (!data.isRankKnown() || !axis.isKnown()) {
      return Collections.nCopies(count, data.rankOnly());
    }
    Axis along = Axis.of(axis.values()[0], data.rank(), data);
    return lengths.isKnown()
        ? inferAlong(data, along, lengths.values())
        : Collections.nCopies(count, data.with(along.index(), Dimension.UNKNOWN));
  }

  /// Plans the split when everything is known.
  ///
  /// @throws IllegalArgumentException if the inputs are wrong
  public static SplitPlan plan(
      Shape data, ElementType type, IntegerInput axis, IntegerInput lengths) {
    checkAxis(axis);
    lengths.requireIndices("lengths");
    long along = axis.requireKnown("axis")[0];
    long[] known = lengths.requireKnown("lengths");
    checkCount(lengths);
    return SplitPlan.byLengths(data, type, along, known);
  }

  /// On an axis of which only bounds are known, the rest is unknown, without bounds, as in
  /// OpenVINO.
  private static List<PartialShape> inferAlong(PartialShape data, Axis axis, long[] lengths) {
    Dimension extent = data.dimension(axis.index());
    long sum = Lengths.requireFit(lengths, extent.min(), extent.max(), extent, axis);
    Dimension rest = extent.isKnown() ? Dimension.of(extent.min() - sum) : Dimension.UNKNOWN;
    List<PartialShape> shapes = new ArrayList<>(lengths.length);
    for (long length : lengths) {
      shapes.add(data.with(axis.index(), length == Lengths.REST ? rest : Dimension.of(length)));
    }
    return shapes;
  }

  private static void checkAxis(IntegerInput axis) {
    axis.requireIndices("axis");
    PartialShape shape = axis.shape();
    boolean fits =
        !shape.isRankKnown()
            || shape.rank() == 0
            || (shape.rank() == 1 && shape.dimension(0).contains(1));
    if (!fits) {
      throw new IllegalArgumentException(
          "axis must be a scalar or of shape %s; its shape is %s".formatted(ONE_ELEMENT, shape));
    }
  }

  private static int checkCount(IntegerInput lengths) {
    PartialShape shape = lengths.shape();
    if (shape.rank() != 1) {
      throw new IllegalArgumentException(
          "lengths must be a list of rank 1; their shape is %s of rank %s"
              .formatted(shape, shape.rank()));
    }
    return Lengths.checkedCount(shape.dimension(0).min());
  }
}
