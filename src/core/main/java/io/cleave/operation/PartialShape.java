package io.cleave.operation;

import static io.cleave.text.Checks.require;

import io.cleave.plan.Shape;
import io.cleave.plan.axis.Axis;
import io.cleave.text.OneLine;
import io.cleave.text.Parsing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/// A shape of which extents or the rank may be unknown. An immutable value.
public final class PartialShape {
  private static final PartialShape UNKNOWN_RANK = new PartialShape(false, List.of());
  private static final String UNKNOWN_RANK_TEXT = "...";

  private final boolean isRankKnown;

  /// None if the rank is not known.
  private final List<Dimension> dimensions;

  private PartialShape(boolean isRankKnown, List<Dimension> dimensions) {
    this.isRankKnown = isRankKnown;
    this.dimensions = dimensions;
  }

  /// A shape of known rank, outermost extent first; -1 stands for an unknown one.
  ///
  /// @throws IllegalArgumentException if an extent is less than -1
  public static PartialShape of(long... extents) {
    return of(
        Arrays.stream(extents)
            .mapToObj(extent -> extent == -1 ? Dimension.UNKNOWN : Dimension.of(extent))
            .toList());
  }

  /// A shape that is fully known.
  public static PartialShape of(Shape shape) {
    return of(shape.extents());
  }

  static PartialShape of(List<Dimension> dimensions) {
    return new PartialShape(true, List.copyOf(dimensions));
  }

  /// Nothing is known, not even the rank.
  public static PartialShape unknownRank() {
    return UNKNOWN_RANK;
  }

  /// Reads `1,?,2..6` with or without brackets around it; `...` is an unknown rank, an empty text
  /// or `[]` a scalar.
  ///
  /// @throws IllegalArgumentException if the text is anything else
  public static PartialShape parse(String text) {
    return text.strip().equals(UNKNOWN_RANK_TEXT)
        ? UNKNOWN_RANK
        : of(Parsing.items(text).stream().map(Dimension::parse).toList());
  }

  /// Copy in which one extent lies between bounds.
  ///
  /// @param axis counted from 0, or from the end if negative
  /// @param max `Long.MAX_VALUE` for no bound
  /// @throws IllegalArgumentException if there is no such axis, `min` is negative or `max` smaller
  /// @throws IllegalStateException if the rank is not known
  public PartialShape bounded(int axis, long min, long max) {
    return with(Axis.of(axis, rank(), this).index(), new Dimension(min, max));
  }

  /// True if the rank is known.
  public boolean isRankKnown() {
    return isRankKnown;
  }

  /// True if every extent is known.
  public boolean isKnown() {
    return isRankKnown && dimensions.stream().allMatch(Dimension::isKnown);
  }

  /// The number of dimensions.
  ///
  /// @throws IllegalStateException if it is not known
  public int rank() {
    if (!isRankKnown) {
      throw new IllegalStateException("the rank is not known; ask isRankKnown() first");
    }
    return dimensions.size();
  }

  /// The smallest possible extent of an axis, counted from 0, or from the end if negative.
  ///
  /// @throws IllegalArgumentException if there is no such axis
  /// @throws IllegalStateException if the rank is not known
  public long min(int axis) {
    return dimension(axis).min();
  }

  /// The largest possible extent of an axis, counted from 0, or from the end if negative;
  /// `Long.MAX_VALUE` beside a smaller [#min] means no bound.
  ///
  /// @throws IllegalArgumentException if there is no such axis
  /// @throws IllegalStateException if the rank is not known
  public long max(int axis) {
    return dimension(axis).max();
  }

  Dimension dimension(int axis) {
    return dimensions.get(Axis.of(axis, rank(), this).index());
  }

  /// The shape, all of it known.
  ///
  /// @throws IllegalArgumentException if something is unknown, or the number of elements does not
  ///   fit 64 bits
  public Shape toShape() {
    require(isKnown(), "shape %s is not fully known; give every extent as a number", this);
    return Shape.of(dimensions.stream().mapToLong(Dimension::min).toArray());
  }

  /// Copy with another dimension along one axis, counted from 0.
  PartialShape with(int axis, Dimension dimension) {
    List<Dimension> changed = new ArrayList<>(dimensions);
    changed.set(axis, dimension);
    return of(changed);
  }

  /// A shape of the same rank, if it is known, and nothing else.
  PartialShape rankOnly() {
    return new PartialShape(isRankKnown, Collections.nCopies(dimensions.size(), Dimension.UNKNOWN));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PartialShape that
        && isRankKnown == that.isRankKnown
        && dimensions.equals(that.dimensions);
  }

  @Override
  public int hashCode() {
    return 31 * dimensions.hashCode() + Boolean.hashCode(isRankKnown);
  }

  /// `[1, ?, 2..6]`, or `...`
  @Override
  public String toString() {
    return isRankKnown
        ? OneLine.list(dimensions.size(), i -> dimensions.get(i).toString())
        : UNKNOWN_RANK_TEXT;
  }
}
