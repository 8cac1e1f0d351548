package io.cleave.ir.weights;

import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.util.Optional;

/// What a constant is, and where it lies in the `.bin` file.
///
/// @param type the element type; empty if the model names one that is not known
/// @param shape the extents
/// @param offset the byte of the `.bin` file where the data begins
/// @param size the bytes there that belong to it; at least as many as type and shape take
public record Constant(Optional<ElementType> type, Shape shape, long offset, long size) {
  /// Checks the size.
  ///
  /// @throws IllegalArgumentException if it is too small
  public Constant {
    type.filter(known -> known != ElementType.STRING)
        .ifPresent(known -> requireSize(known, shape, size));
  }

  private static void requireSize(ElementType type, Shape shape, long size) {
    long bytes = type.bytes(shape.elements());
    if (size < bytes) {
      throw new IllegalArgumentException(
          "its size of %s bytes is too small: %s %s takes %s; write the model again"
              .formatted(size, type, shape, bytes));
    }
  }

  /// The bytes that the elements take.
  ///
  /// @param known the element type, which must have a size
  public long bytes(ElementType known) {
    return known.bytes(shape.elements());
  }
}
