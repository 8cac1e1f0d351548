package io.cleave.ir.infer;

import io.cleave.operation.PartialShape;
import io.cleave.plan.Shape;
import java.util.Arrays;

/// How two descriptions of one shape go together.
public final class Shapes {
  private Shapes() {}

  /// Whether a shape is one of those that another one allows.
  public static boolean fits(Shape shape, PartialShape allowed) {
    return agree(PartialShape.of(shape), allowed);
  }

  /// Whether some shape fits both.
  public static boolean agree(PartialShape one, PartialShape other) {
    if (!one.isRankKnown() || !other.isRankKnown()) {
      return true;
    }
    if (one.rank() != other.rank()) {
      return false;
    }
    for (int i = 0; i < one.rank(); i++) {
      if (one.min(i) > other.max(i) || other.min(i) > one.max(i)) {
        return false;
      }
    }
    return true;
  }

  /// The first shape, with what it leaves open taken from the second; the first alone if the two
  /// contradict each other.
  public static PartialShape fill(PartialShape shape, PartialShape from) {
    if (!from.isRankKnown() || !agree(shape, from)) {
      return shape;
    }
    if (!shape.isRankKnown()) {
      return from;
    }
    PartialShape filled = shape;
    for (int i = 0; i < shape.rank(); i++) {
      if (Extent.of(shape, i).equals(Extent.UNKNOWN)) {
        filled = Extent.of(from, i).in(filled, i);
      }
    }
    return filled;
  }

  /// A shape of the same rank, if it is known, and nothing else.
  static PartialShape rankOnly(PartialShape shape) {
    if (!shape.isRankKnown()) {
      return shape;
    }
    long[] extents = new long[shape.rank()];
    Arrays.fill(extents, -1);
    return PartialShape.of(extents);
  }

  /// One extent as a shape shows it: `6`, `?` or `2..6`.
  public static String extent(PartialShape shape, int axis) {
    String list = Extent.of(shape, axis).in(PartialShape.of(-1), 0).toString();
    return list.substring(1, list.length() - 1);
  }
}
