package io.cleave.operation;

import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.text.OneLine;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Axis or lengths of an operation: an integer tensor whose values may be unknown. An immutable
/// value.
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
  /// @throws IllegalArgumentException if the number of values is not the number of elements of the
  ///   shape, or the type is one that holds indices and cannot hold one of the values
  public static IntegerInput of(ElementType type, Shape shape, long... values) {
    if (values.length != shape.elements()) {
      throw new IllegalArgumentException(
          "an input of shape %s needs %s values; %s are given"
              .formatted(shape, shape.elements(), values.length));
    }
    long[] copy = values.clone();
    if (type.holdsIndices()) {
      requireRange(type, copy);
    }
    return new IntegerInput(type, PartialShape.of(shape), copy);
  }

  /// A `u64` holds signed 64-bit numbers here: no axis and no length is larger.
  private static void requireRange(ElementType type, long[] values) {
    long min = type.isSigned() ? -1L << (type.bits() - 1) : 0;
    long max = type.isSigned() ? ~min : -1L >>> Math.max(1, Long.SIZE - type.bits());
    for (long value : values) {
      if (value < min || value > max) {
        throw new IllegalArgumentException(
            "an input of type %s holds %s to %s, not %s".formatted(type, min, max, value));
      }
    }
  }

  /// A tensor of unknown values, whose shape may be unknown in parts.
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

  /// True if the values are known.
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
    return type + " " + shape + " = " + (values == null ? "unknown" : OneLine.list(values));
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
