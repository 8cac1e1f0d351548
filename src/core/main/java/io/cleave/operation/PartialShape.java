package io.cleave.operation;

import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.axis.Axis;
import io.cleave.text.OneLine;
import io.cleave.text.Parsing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/// A shape of which extents or even the rank may be unknown. An immutable value.
///
/// @param isRankKnown true if the rank is known
/// @param dimensions outermost dimension first; none if the rank is not known
public record PartialShape(boolean isRankKnown, List<Dimension> dimensions) {
  /// Nothing is known, not even the rank.
  public static final PartialShape UNKNOWN_RANK = new PartialShape(false, List.of());

  private static final String UNKNOWN_RANK_TEXT = "...";

  /// Copies the dimensions.
  public PartialShape {
    dimensions = isRankKnown ? List.copyOf(dimensions) : List.of();
  }

  /// A shape of known rank, outermost dimension first.
  public static PartialShape of(List<Dimension> dimensions) {
    return new PartialShape(true, dimensions);
  }

  /// A shape that is fully known.
  public static PartialShape of(Shape shape) {
    return of(Arrays.stream(shape.extents()).mapToObj(Dimension::of).toList());
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

  /// True if every extent is known.
  public boolean isKnown() {
    return isRankKnown && dimensions.stream().allMatch(Dimension::isKnown);
  }

  /// All dimensions.
  ///
  /// @throws IllegalStateException if the rank is not known
  @Override
  public List<Dimension> dimensions() {
    if (!isRankKnown) {
      throw new IllegalStateException("the rank is not known; ask isRankKnown() first");
    }
    return dimensions;
  }

  /// The number of dimensions.
  ///
  /// @throws IllegalStateException if it is not known
  public int rank() {
    return dimensions().size();
  }

  /// The dimension at an axis counted from 0.
  ///
  /// @throws IllegalArgumentException if there is no such dimension
  /// @throws IllegalStateException if the rank is not known
  public Dimension dimension(int axis) {
    Axis.requireExists(axis, rank(), this);
    return dimensions().get(axis);
  }

  /// The shape, all of it known.
  ///
  /// @throws IllegalArgumentException if something is unknown, or the number of elements does not
  ///   fit 64 bits
  public Shape toShape() {
    if (!isKnown()) {
      throw new IllegalArgumentException(
          "shape %s is not fully known; give every extent as a number".formatted(this));
    }
    return Shape.of(dimensions().stream().mapToLong(Dimension::min).toArray());
  }

  /// Refuses data that cannot be split along any axis: a scalar, or more bits than 64 bits count.
  void requireSplittable(ElementType type) {
    if (isRankKnown()) {
      Axis.requireAxes(rank());
    }
    if (isKnown()) {
      Shape shape = toShape();
      if (type != ElementType.STRING) {
        type.bytes(shape.volume());
      }
    }
  }

  /// Copy with another dimension along one axis, counted from 0.
  public PartialShape with(int axis, Dimension dimension) {
    List<Dimension> changed = new ArrayList<>(dimensions());
    changed.set(axis, dimension);
    return of(changed);
  }

  /// A shape of the same rank, if it is known, and nothing else.
  public PartialShape rankOnly() {
    return new PartialShape(isRankKnown, Collections.nCopies(dimensions.size(), Dimension.UNKNOWN));
  }

  /// `[1, ?, 2..6]`, or `...`
  @Override
  public String toString() {
    return isRankKnown
        ? OneLine.list(dimensions.size(), i -> dimensions.get(i).toString())
        : UNKNOWN_RANK_TEXT;
  }
}
