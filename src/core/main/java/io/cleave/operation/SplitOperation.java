package io.cleave.operation;

import static io.cleave.text.Checks.require;

import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.axis.Axis;
import io.cleave.plan.axis.Lengths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// VariadicSplit-1 or Split-1 with inputs that may be unknown or wrong. An immutable value.
///
/// Wrong inputs are refused by [#infer()] and [#plan()], unknown ones by [#plan()] alone.
///
/// @param data the shape of the data
/// @param type the element type of the data
/// @param axis the axis
/// @param lengths those of a VariadicSplit
/// @param count the number of equal parts of a Split
public record SplitOperation(
    PartialShape data,
    ElementType type,
    IntegerInput axis,
    Optional<IntegerInput> lengths,
    OptionalLong count) {
  /// Checks that there are either lengths or a count.
  ///
  /// @throws IllegalArgumentException if there are both or none
  public SplitOperation {
    require(
        lengths.isPresent() != count.isPresent(),
        "an operation has either lengths or a count; use variadicSplit or split");
  }

  /// OpenVINO's VariadicSplit-1: splits data along an axis into parts of given lengths, of which
  /// one may be -1, "the rest".
  ///
  /// Lengths that cannot be right are refused, although OpenVINO accepts some of them: more than
  /// the axis holds beside a -1, or outside an interval.
  ///
  /// @param axis a scalar or of shape `[1]`, of an integer type
  /// @param lengths a list of an integer type
  public static SplitOperation variadicSplit(
      PartialShape data, ElementType type, IntegerInput axis, IntegerInput lengths) {
    return new SplitOperation(data, type, axis, Optional.of(lengths), OptionalLong.empty());
  }

  /// OpenVINO's Split-1: splits data along an axis into parts of equal length.
  ///
  /// @param axis a scalar of an integer type
  /// @param count the number of parts, which must divide the extent of the axis
  public static SplitOperation split(
      PartialShape data, ElementType type, IntegerInput axis, long count) {
    return new SplitOperation(data, type, axis, Optional.empty(), OptionalLong.of(count));
  }

  /// This operation on data of another shape and type.
  public SplitOperation on(PartialShape other, ElementType otherType) {
    return new SplitOperation(other, otherType, axis, lengths, count);
  }

  /// True if everything is known, so that the split can be planned.
  public boolean isKnown() {
    return data.isKnown() && axis.isKnown() && lengths.map(IntegerInput::isKnown).orElse(true);
  }

  /// Infers the shapes of the parts as far as the inputs are known.
  ///
  /// - Data of unknown rank, or an unknown axis: only the rank of each part is known.
  /// - Lengths of unknown count: no part is known, the list is empty.
  /// - Lengths of known count and unknown values: the extent along the axis is unknown.
  /// - An axis of which only bounds are known: lengths must fit them, and the rest is unknown; for
  ///   equal parts both bounds are divided, rounding down, so that `41..82` by 41 is `1..2`.
  ///
  /// @throws IllegalArgumentException if what is known already breaks a rule
  public List<PartialShape> infer() {
    requireIntegers();
    int parts = count.isPresent() ? Lengths.requested(count.getAsLong()) : 0;
    if (data.isRankKnown()) {
      Axis.requireAxes(data.rank());
    }
    if (data.isKnown()) {
      Layout _ = Layout.of(type, data.toShape());
    }
    if (lengths.isPresent()) {
      if (!lengths.get().shape().isKnown()) {
        return List.of();
      }
      parts = listed(lengths.get());
      if (lengths.get().isKnown()) {
        Lengths.checkedSum(lengths.get().values());
      }
    }
    if (!data.isRankKnown() || !axis.isKnown()) {
      return Collections.nCopies(parts, data.rankOnly());
    }
    Axis along = Axis.of(axis.values()[0], data.rank(), data);
    Dimension extent = data.dimension(along.index());
    if (lengths.isPresent() && lengths.get().isKnown()) {
      return byLengths(lengths.get().values(), extent, along);
    }
    Dimension each = lengths.isPresent() ? Dimension.UNKNOWN : divided(extent, parts, along);
    return Collections.nCopies(parts, data.with(along.index(), each));
  }

  /// On an axis of which only bounds are known, the rest is unknown, without bounds, as in
  /// OpenVINO.
  private List<PartialShape> byLengths(long[] known, Dimension extent, Axis along) {
    long sum = Lengths.requireFit(known, extent.min(), extent.max(), extent, along);
    Dimension rest = extent.isKnown() ? Dimension.of(extent.min() - sum) : Dimension.UNKNOWN;
    List<PartialShape> parts = new ArrayList<>(known.length);
    for (long length : known) {
      parts.add(data.with(along.index(), length == Lengths.REST ? rest : Dimension.of(length)));
    }
    return parts;
  }

  private static Dimension divided(Dimension extent, int parts, Axis axis) {
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

  /// Plans the split.
  ///
  /// @throws IllegalArgumentException if something is unknown or wrong
  public SplitPlan plan() {
    Layout layout = Layout.of(type, data.toShape());
    requireIntegers();
    if (!isKnown()) {
      throw new IllegalArgumentException(
          "%s must be known to plan a split; give it, or infer the shapes of the parts"
              .formatted(axis.isKnown() ? "lengths" : "axis"));
    }
    Axis along = Axis.of(axis.values()[0], data.rank(), data);
    if (lengths.isEmpty()) {
      return SplitPlan.of(layout, along.index(), Cut.intoEqualParts(count.orElseThrow()));
    }
    listed(lengths.get());
    return SplitPlan.of(layout, along.index(), Cut.byLengths(lengths.get().values()));
  }

  private void requireIntegers() {
    axis.requireIndices("axis");
    PartialShape shape = axis.shape();
    boolean fits =
        !shape.isRankKnown()
            || shape.rank() == 0
            || (lengths.isPresent() && shape.rank() == 1 && shape.min(0) <= 1 && shape.max(0) >= 1);
    if (!fits) {
      throw new IllegalArgumentException(
          lengths.isPresent()
              ? "axis must be a scalar or of shape [1]; its shape is %s".formatted(shape)
              : "axis must be a scalar; its shape is %s (only VariadicSplit takes [1])"
                  .formatted(shape));
    }
    lengths.ifPresent(given -> given.requireIndices("lengths"));
  }

  private static int listed(IntegerInput lengths) {
    PartialShape list = lengths.shape();
    if (list.rank() != 1) {
      throw new IllegalArgumentException(
          "lengths must be a list of rank 1; their shape is %s of rank %s"
              .formatted(list, list.rank()));
    }
    return Lengths.checkedCount(list.min(0));
  }
}
