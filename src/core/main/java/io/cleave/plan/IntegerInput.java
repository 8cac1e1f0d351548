package io.cleave.plan;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// An integer input of an operation, its axis or its lengths: a small tensor with a type, a shape,
/// and values that may not be known yet.
public final class IntegerInput {
  private final ElementType type;
  private final PartialShape shape;
  private final long @Nullable [] values;

  private IntegerInput(ElementType type, PartialShape shape, long @Nullable [] values) {
    this.type = type;
    this.shape = shape;
    this.values = values;
  }

  /// A known scalar.
  public static IntegerInput scalar(ElementType type, long value) {
    return of(type, Shape.of(), value);
  }

  /// A known list.
  public static IntegerInput vector(ElementType type, long... values) {
    return of(type, Shape.of(values.length), values);
  }

  /// A known tensor of any shape.
  ///
  /// @throws IllegalArgumentException if the number of values is not the volume of the shape, or
  ///   the type is one that holds indices and cannot hold one of the values
  public static IntegerInput of(ElementType type, Shape shape, long... values) {
    if (values.length != shape.volume()) {
      throw new IllegalArgumentException(
          "an input of shape %s needs %s values; %s are given"
              .formatted(shape, shape.volume(), values.length));
    }
    for (long value : values) {
      if (type.holdsIndices() && (value < type.minIndex() || value > type.maxIndex())) {
        throw new IllegalArgumentException(
            "an input of type %s holds %s to %s, not %s"
                .formatted(type, type.minIndex(), type.maxIndex(), value));
      }
    }
    return new IntegerInput(type, PartialShape.of(shape), values.clone());
  }

  /// A tensor of which only type and shape are known, and of the shape perhaps not everything.
  public static IntegerInput unknown(ElementType type, PartialShape shape) {
    return new IntegerInput(type, shape, null);
  }

  /// The element type.
  public ElementType type() {
    return type;
  }

  /// The shape.
  public PartialShape shape() {
    return shape;
  }

  /// Whether the values are known.
  public boolean isKnown() {
    return values != null;
  }

  /// A copy of the values in row-major order.
  ///
  /// @throws IllegalStateException if they are not known
  public long[] values() {
    if (values == null) {
      throw new IllegalStateException("the values are not known; ask isKnown() first");
    }
    return values.clone();
  }

  /// The values, where an operation cannot do without them.
  long[] requireKnown(String name) {
    if (values == null) {
      throw new IllegalArgumentException(
          "%s must be known to plan a split; infer the shapes of the parts instead"
              .formatted(name));
    }
    return values.clone();
  }

  void requireIndices(String name) {
    if (!type.holdsIndices()) {
      throw new IllegalArgumentException(
          "%s must be of an integer type; %s is not one of i4 i8 i16 i32 i64 u4 u8 u16 u32 u64"
              .formatted(name, type));
    }
  }

  /// `i64 [3] = [1, -1, 2]`
  @Override
  public String toString() {
    return type + " " + shape + " = " + (values == null ? "unknown" : Quote.list(values));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IntegerInput input
        && type == input.type
        && shape.equals(input.shape)
        && Arrays.equals(values, input.values);
  }

  @Override
  public int hashCode() {
    return 31 * shape.hashCode() + Arrays.hashCode(values);
  }
}
