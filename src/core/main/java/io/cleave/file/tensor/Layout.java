package io.cleave.file.tensor;

import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.nio.ByteOrder;
import java.util.Arrays;

/// What a tensor in a file is, and how its bytes are arranged.
///
/// @param shape the extents as the file's users see them, whatever the order of the elements
/// @param type the element type
/// @param order the order of the elements
/// @param byteOrder the order of the bytes within an element
public record Layout(Shape shape, ElementType type, MemoryOrder order, ByteOrder byteOrder) {
  /// The bytes that the data takes.
  ///
  /// @throws IllegalArgumentException if they do not fit a signed 64-bit number, or for strings
  public long bytes() {
    return type.bytes(shape.elements());
  }

  /// Whether the last index runs fastest, or there is no telling: with at most one extent above 1,
  /// or no elements at all, both orders are the same.
  public boolean isRowMajor() {
    return order == MemoryOrder.C
        || shape.elements() == 0
        || Arrays.stream(shape.extents()).filter(extent -> extent > 1).count() <= 1;
  }

  /// The layout in which a tensor is written that is made of this one: elements in the same order,
  /// little-endian.
  ///
  /// @param part the shape of it
  /// @param partType the type of its elements
  public Layout ofPart(Shape part, ElementType partType) {
    return new Layout(part, partType, order, ByteOrder.LITTLE_ENDIAN);
  }
}
