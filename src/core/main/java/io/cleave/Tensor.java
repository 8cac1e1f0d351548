package io.cleave;

import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;

/// Dense row-major tensor in host memory. It does not own the memory.
///
/// @param type the element type; not string, whose elements have no size
/// @param shape the extents
/// @param data the elements, packed if they are narrower than a byte; exactly as many bytes as they
///   take
public record Tensor(ElementType type, Shape shape, MemorySegment data) {
  /// Aligned for every word that a processor moves at once.
  private static final long ALIGNMENT = 64;

  /// Checks the size.
  ///
  /// @throws IllegalArgumentException if the segment is not exactly as large as the tensor
  public Tensor {
    long bytes = type.bytes(shape.elements());
    if (data.byteSize() != bytes) {
      throw new IllegalArgumentException(
          "a tensor of %s %s takes %s bytes; the segment has %s"
              .formatted(type, shape, bytes, data.byteSize()));
    }
  }

  /// A tensor of zeros in memory of the arena, aligned to 64 bytes.
  public static Tensor allocate(ElementType type, Shape shape, Arena arena) {
    return new Tensor(type, shape, arena.allocate(type.bytes(shape.elements()), ALIGNMENT));
  }

  /// The memory as a buffer in native byte order.
  ///
  /// @throws IllegalStateException beyond 2 GiB
  /// @throws UnsupportedOperationException for an array of anything but bytes
  public ByteBuffer asByteBuffer() {
    return data.asByteBuffer().order(ByteOrder.nativeOrder());
  }

  /// Index `i` of the first axis, in the same memory: image `i` of a batch.
  ///
  /// @throws IndexOutOfBoundsException if there is no such index
  /// @throws IllegalArgumentException if there is no axis, or a slice is not whole bytes
  public Tensor slice(long i) {
    if (shape.rank() == 0) {
      throw new IllegalArgumentException("%s has no axis to take a slice of".formatted(this));
    }
    Objects.checkIndex(i, shape.extent(0));
    Shape rest = Shape.of(Arrays.copyOfRange(shape.extents(), 1, shape.rank()));
    if (type.bits() * rest.elements() % Byte.SIZE != 0) {
      throw new IllegalArgumentException(
          "a slice of %s is not whole bytes; split it along axis 0".formatted(this));
    }
    long bytes = type.bytes(rest.elements());
    return new Tensor(type, rest, data.asSlice(i * bytes, bytes));
  }

  /// `f32 [4, 6, 8]`
  @Override
  public String toString() {
    return type + " " + shape;
  }
}
