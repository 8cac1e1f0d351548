package io.cleave.plan;

import io.cleave.plan.axis.Axis;
import io.cleave.text.OneLine;
import io.cleave.text.Parsing;
import java.util.Arrays;

/// Extents of a tensor, outermost first. Rank 0 is a scalar. An immutable value.
public final class Shape {
  private final long[] extents;
  private final long elements;

  private Shape(long[] extents) {
    this.extents = extents;
    this.elements = checkedElements(extents);
  }

  /// A shape of these extents, outermost first; none at all make a scalar.
  ///
  /// @throws IllegalArgumentException if an extent is negative or the number of elements does not
  ///   fit a signed 64-bit number
  public static Shape of(long... extents) {
    return new Shape(extents.clone());
  }

  /// Reads `32,512,3072` or `[32, 512, 3072]`; an empty text or `[]` is a scalar.
  ///
  /// @throws IllegalArgumentException if the text is anything else
  public static Shape parse(String text) {
    return new Shape(
        Parsing.items(text).stream().mapToLong(item -> Parsing.extent(item, item, "")).toArray());
  }

  /// The number of dimensions.
  public int rank() {
    return extents.length;
  }

  /// The extent of one axis.
  ///
  /// @param axis counted from 0, or from the end if negative
  /// @throws IllegalArgumentException if there is no such axis
  public long extent(int axis) {
    if (axis >= 0 && axis < extents.length) {
      return extents[axis];
    }
    return extents[Axis.of(axis, extents.length, this).index()];
  }

  /// A copy of all extents.
  public long[] extents() {
    return extents.clone();
  }

  /// The number of elements; 1 for a scalar.
  public long elements() {
    return elements;
  }

  /// The shape with another extent along one axis.
  Shape with(int axis, long extent) {
    long[] changed = extents.clone();
    changed[axis] = extent;
    return new Shape(changed);
  }

  /// The shape without one axis.
  Shape without(int axis) {
    long[] others = Arrays.copyOf(extents, extents.length - 1);
    System.arraycopy(extents, axis + 1, others, axis, others.length - axis);
    return new Shape(others);
  }

  /// The shape with a new axis.
  Shape inserted(int axis, long extent) {
    long[] more = Arrays.copyOf(extents, extents.length + 1);
    System.arraycopy(extents, axis, more, axis + 1, extents.length - axis);
    more[axis] = extent;
    return new Shape(more);
  }

  /// The shape without the axes before this one.
  Shape from(int axis) {
    return new Shape(Arrays.copyOfRange(extents, axis, extents.length));
  }

  /// The shape with its axes in reverse order.
  Shape reversed() {
    long[] turned = new long[extents.length];
    Arrays.setAll(turned, i -> extents[turned.length - 1 - i]);
    return new Shape(turned);
  }

  /// The product of the extents of dimensions `from` to `to - 1`. Only for shapes whose elements is
  /// not 0: then it is a divisor of the elements and cannot overflow.
  long product(int from, int to) {
    long product = 1;
    for (int i = from; i < to; i++) {
      product *= extents[i];
    }
    return product;
  }

  private static long checkedElements(long[] extents) {
    boolean empty = false;
    for (long extent : extents) {
      if (extent < 0) {
        throw new IllegalArgumentException(
            "shape %s has the extent %s; an extent must be 0 or more"
                .formatted(OneLine.list(extents), extent));
      }
      empty |= extent == 0;
    }
    long elements = empty ? 0 : 1;
    for (long extent : extents) {
      if (Math.multiplyHigh(elements, extent) != 0 || elements * extent < 0) {
        throw new IllegalArgumentException(
            "shape %s has more than %s elements; split a smaller tensor"
                .formatted(OneLine.list(extents), Long.MAX_VALUE));
      }
      elements *= extent;
    }
    return elements;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Shape shape && Arrays.equals(extents, shape.extents);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(extents);
  }

  /// `[32, 512, 3072]`
  @Override
  public String toString() {
    return OneLine.list(extents);
  }
}
