package io.cleave.backend;

import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Dense row-major tensor in host memory. It does not own the memory.
///
/// @param shape the extents
/// @param type the element type; not string, whose elements have no size
/// @param data the elements, packed if they are narrower than a byte; exactly as many bytes as they
///   take
public record Tensor(Shape shape, ElementType type, MemorySegment data) {
  /// Aligned for every word that a processor moves at once.
  private static final long ALIGNMENT = 64;

  /// Checks the size.
  ///
  /// @throws IllegalArgumentException if the segment is not exactly as large as the tensor
  public Tensor {
    long bytes = type.bytes(shape.volume());
    if (data.byteSize() != bytes) {
      throw new IllegalArgumentException(
          "a tensor of %s %s takes %s bytes; the segment has %s"
              .formatted(type, shape, bytes, data.byteSize()));
    }
  }

  /// A new tensor of zeros in memory that the arena owns.
  public static Tensor allocate(Shape shape, ElementType type, Arena arena) {
    return new Tensor(shape, type, arena.allocate(type.bytes(shape.volume()), ALIGNMENT));
  }

  /// `f32 [4, 6, 8]`
  @Override
  public String toString() {
    return type + " " + shape;
  }
}
