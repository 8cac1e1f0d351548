package io.cleave.plan;

/// How much there is of a tensor that is split, in units. An immutable value.
///
/// @param rows the product of the extents before the axis, 0 if there is nothing to move
/// @param step what one step along the axis takes of a row: bits, or elements where these have no
///   size
/// @param unit what offsets and runs count
/// @param bits of an element
record Measures(long rows, long step, Unit unit, int bits) {
  static Measures of(Shape shape, ElementType type, int axis, long[] starts) {
    // Where there is nothing to move, rows and steps are 0: the other extents may be too large to
    // be multiplied.
    boolean empty = shape.volume() == 0;
    long rows = empty ? 0 : shape.product(0, axis);
    long step = empty ? 0 : shape.product(axis + 1, shape.rank()) * Math.max(1, type.bits());
    return new Measures(rows, step, Unit.finest(type, step, starts), type.bits());
  }

  /// The units that so many steps along the axis take of one row.
  long along(long steps) {
    return unit == Unit.BYTE ? steps * step / Byte.SIZE : steps * step;
  }

  /// @throws IllegalStateException for strings, which have no fixed size
  long bytes(long units) {
    return switch (unit) {
      case BIT -> Math.ceilDiv(units, Byte.SIZE);
      case BYTE -> units;
      case ELEMENT ->
          throw new IllegalStateException("strings have no size in bytes; count elements instead");
    };
  }

  /// How many elements so many units are.
  long elements(long units) {
    return unit == Unit.BIT ? units / bits : units * Byte.SIZE / bits;
  }
}
