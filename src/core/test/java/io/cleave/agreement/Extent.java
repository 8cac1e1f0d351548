package io.cleave.agreement;

import io.cleave.operation.PartialShape;

/// Bounds of one extent of a shape.
///
/// @param max `Long.MAX_VALUE` beside a smaller `min` for no bound
record Extent(long min, long max) {
  static final Extent UNKNOWN = new Extent(0, Long.MAX_VALUE);

  static Extent of(long known) {
    return new Extent(known, known);
  }

  static Extent of(PartialShape shape, int axis) {
    return new Extent(shape.min(axis), shape.max(axis));
  }

  boolean isKnown() {
    return min == max;
  }

  /// Copy of a shape that has this extent along an axis.
  PartialShape in(PartialShape shape, int axis) {
    return shape.bounded(axis, min, max);
  }

  /// `6`, `?` or `2..6`.
  @Override
  public String toString() {
    String list = in(PartialShape.of(-1), 0).toString();
    return list.substring(1, list.length() - 1);
  }

  /// A shape of the same rank, if it is known, and nothing else.
  static PartialShape rankOnly(PartialShape shape) {
    return shape.isRankKnown()
        ? PartialShape.parse("?,".repeat(shape.rank()).replaceFirst(",$", ""))
        : shape;
  }
}
