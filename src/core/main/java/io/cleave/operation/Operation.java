package io.cleave.operation;

import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.axis.Axis;
import io.cleave.plan.axis.Lengths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;

/// VariadicSplit-1 or Split-1 with its inputs, which may be unknown or wrong. An immutable value.
///
/// The methods throw `IllegalArgumentException` if the inputs are wrong. Unknown inputs are refused
/// by [#plan()] alone.
public sealed interface Operation {
  /// The element type of the data.
  ElementType type();

  /// The shape of the data.
  PartialShape shape();

  /// The axis.
  IntegerInput axis();

  /// True if everything is known, so that the split can be planned.
  boolean isKnown();

  /// Infers the shapes of the parts as far as the inputs are known.
  ///
  /// - Data of unknown rank, or an unknown axis: only the rank of each part is known.
  /// - Lengths of unknown count: no part is known, the list is empty.
  /// - Lengths of known count and unknown values: the extent along the axis is unknown.
  /// - An axis of which only bounds are known: lengths must fit them, and the rest is unknown; for
  ///   equal parts both bounds are divided, rounding down, so that `41..82` by 41 is `1..2`.
  ///
  /// @throws IllegalArgumentException if what is known already breaks a rule
  List<PartialShape> infer();

  /// Plans the split when everything is known.
  SplitPlan plan();

  /// The parts along the axis, or their rank alone if the axis or the rank is not known.
  private static List<PartialShape> along(
      Operation operation, int count, Function<Axis, List<PartialShape>> parts) {
    PartialShape data = operation.shape();
    return data.isRankKnown() && operation.axis().isKnown()
        ? parts.apply(Axis.of(operation.axis().values()[0], data.rank(), data))
        : Collections.nCopies(count, data.rankOnly());
  }

  private static void requireAxis(IntegerInput axis, boolean mayBeList) {
    axis.requireIndices("axis");
    PartialShape shape = axis.shape();
    boolean fits =
        !shape.isRankKnown()
            || shape.rank() == 0
            || (mayBeList && shape.rank() == 1 && shape.dimension(0).contains(1));
    if (!fits) {
      throw new IllegalArgumentException(
          mayBeList
              ? "axis must be a scalar or of shape [1]; its shape is %s".formatted(shape)
              : "axis must be a scalar; its shape is %s (only VariadicSplit takes [1])"
                  .formatted(shape));
    }
  }

  /// OpenVINO's VariadicSplit-1: splits data along an axis into parts of given lengths, of which
  /// one may be -1, "the rest".
  ///
  /// The axis is a scalar or of shape `[1]`, the lengths are a list; both are of an integer type.
  /// Lengths that cannot be right are refused, although OpenVINO accepts some of them: more than
  /// the axis holds beside a -1, or outside an interval.
  record ByLengths(PartialShape shape, ElementType type, IntegerInput axis, IntegerInput lengths)
      implements Operation {
    @Override
    public boolean isKnown() {
      return shape.isKnown() && axis.isKnown() && lengths.isKnown();
    }

    @Override
    public List<PartialShape> infer() {
      requireIntegers();
      shape.requireSplittable(type);
      if (!lengths.shape().isKnown()) {
        return List.of();
      }
      int count = count();
      if (lengths.isKnown()) {
        Lengths.checkedSum(lengths.values());
      }
      return along(
          this,
          count,
          along ->
              lengths.isKnown()
                  ? parts(along, lengths.values())
                  : Collections.nCopies(count, shape.with(along.index(), Dimension.UNKNOWN)));
    }

    /// On an axis of which only bounds are known, the rest is unknown, without bounds, as in
    /// OpenVINO.
    private List<PartialShape> parts(Axis along, long[] known) {
      Dimension extent = shape.dimension(along.index());
      long sum = Lengths.requireFit(known, extent.min(), extent.max(), extent, along);
      Dimension rest = extent.isKnown() ? Dimension.of(extent.min() - sum) : Dimension.UNKNOWN;
      List<PartialShape> parts = new ArrayList<>(known.length);
      for (long length : known) {
        parts.add(shape.with(along.index(), length == Lengths.REST ? rest : Dimension.of(length)));
      }
      return parts;
    }

    @Override
    public SplitPlan plan() {
      Shape data = shape.toShape();
      requireIntegers();
      long along = axis.requireKnown("axis")[0];
      long[] known = lengths.requireKnown("lengths");
      count();
      return SplitPlan.byLengths(data, type, along, known);
    }

    private void requireIntegers() {
      requireAxis(axis, true);
      lengths.requireIndices("lengths");
    }

    private int count() {
      PartialShape list = lengths.shape();
      if (list.rank() != 1) {
        throw new IllegalArgumentException(
            "lengths must be a list of rank 1; their shape is %s of rank %s"
                .formatted(list, list.rank()));
      }
      return Lengths.checkedCount(list.dimension(0).min());
    }
  }

  /// OpenVINO's Split-1: splits data along an axis into parts of equal length. The axis is a scalar
  /// of an integer type, and its extent must be a multiple of the number of parts.
  record IntoEqualParts(PartialShape shape, ElementType type, IntegerInput axis, long count)
      implements Operation {
    @Override
    public boolean isKnown() {
      return shape.isKnown() && axis.isKnown();
    }

    @Override
    public List<PartialShape> infer() {
      requireAxis(axis, false);
      int parts = Lengths.requested(count);
      shape.requireSplittable(type);
      return along(
          this,
          parts,
          along -> {
            Dimension extent = divide(shape.dimension(along.index()), parts, along);
            return Collections.nCopies(parts, shape.with(along.index(), extent));
          });
    }

    private static Dimension divide(Dimension extent, int parts, Axis axis) {
      if (extent.isKnown()) {
        return Dimension.of(Lengths.divided(extent.min(), parts, axis));
      }
      if (extent.max() < parts) {
        throw new IllegalArgumentException(
            "%s equal parts cannot come from %s, the extent of %s; ask for at most %s"
                .formatted(parts, extent, axis, extent.max()));
      }
      long most = extent.isUnbounded() ? Long.MAX_VALUE : extent.max() / parts;
      return new Dimension(extent.min() / parts, most);
    }

    @Override
    public SplitPlan plan() {
      Shape data = shape.toShape();
      requireAxis(axis, false);
      return SplitPlan.intoEqualParts(data, type, axis.requireKnown("axis")[0], count);
    }
  }
}
