package io.cleave.ir.infer;

import io.cleave.operation.Dimension;
import io.cleave.operation.PartialShape;
import io.cleave.plan.Shape;
import java.util.ArrayList;
import java.util.List;

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
      Dimension a = one.dimension(i);
      Dimension b = other.dimension(i);
      if (a.min() > b.max() || b.min() > a.max()) {
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
    List<Dimension> filled = new ArrayList<>();
    for (int i = 0; i < shape.rank(); i++) {
      boolean open = shape.dimension(i).equals(Dimension.UNKNOWN);
      filled.add(open ? from.dimension(i) : shape.dimension(i));
    }
    return PartialShape.of(filled);
  }
}
