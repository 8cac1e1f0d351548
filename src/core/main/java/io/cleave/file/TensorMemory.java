package io.cleave.file;

import io.cleave.Tensor;
import io.cleave.file.stored.MappedContent;
import io.cleave.file.tensor.BadFileException;
import io.cleave.file.tensor.Layout;
import io.cleave.file.tensor.MemoryOrder;
import io.cleave.file.tensor.Pass;
import io.cleave.file.tensor.StoredTensor;
import io.cleave.plan.Shape;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Brings a whole tensor from a file to memory as everything but files has it: row-major and
/// little-endian.
public final class TensorMemory {
  private TensorMemory() {}

  /// Loads a tensor. One that stands in its file as it should is not copied but stays the mapping
  /// that it is, read-only.
  ///
  /// @param arena owns the memory if there must be a copy
  /// @throws BadFileException if the file does not hold what it promised
  /// @throws IOException if it cannot be read
  public static Tensor load(StoredTensor stored, Arena arena) throws IOException {
    Layout layout = stored.layout();
    boolean plain =
        layout.order() == MemoryOrder.C
            && (layout.byteOrder() == ByteOrder.LITTLE_ENDIAN || layout.type().bits() <= Byte.SIZE);
    if (plain && stored.content() instanceof MappedContent mapped) {
      return new Tensor(layout.type(), layout.shape(), mapped.data());
    }
    Tensor copy = Tensor.allocate(layout.type(), layout.shape(), arena);
    try (Pass pass = stored.content().begin()) {
      MemorySegment bytes = pass.next(copy.data().byteSize());
      if (plain) {
        copy.data().copyFrom(bytes);
      } else {
        rearrange(bytes, layout, copy.data());
      }
    }
    return copy;
  }

  private static void rearrange(MemorySegment from, Layout layout, MemorySegment to) {
    int width = layout.type().bits() / Byte.SIZE;
    long[] steps = steps(layout);
    boolean swap = layout.byteOrder() != ByteOrder.LITTLE_ENDIAN;
    long[] index = new long[steps.length];
    long at = 0;
    for (long element = 0; element < layout.shape().elements(); element++) {
      copy(from, at * width, to, element * width, width, swap);
      at = advance(index, layout.shape(), steps, at);
    }
  }

  /// How far apart, in elements, the file has neighbours along each axis.
  private static long[] steps(Layout layout) {
    Shape shape = layout.shape();
    long[] steps = new long[shape.rank()];
    long step = 1;
    for (int i = 0; i < steps.length; i++) {
      int axis = layout.order() == MemoryOrder.C ? steps.length - 1 - i : i;
      steps[axis] = step;
      step *= shape.extent(axis);
    }
    return steps;
  }

  /// Moves on by one element in row-major order.
  ///
  /// @return where the file has that element
  private static long advance(long[] index, Shape shape, long[] steps, long at) {
    long next = at;
    for (int axis = index.length - 1; axis >= 0; axis--) {
      index[axis]++;
      next += steps[axis];
      if (index[axis] < shape.extent(axis)) {
        return next;
      }
      next -= steps[axis] * index[axis];
      index[axis] = 0;
    }
    return next;
  }

  private static void copy(
      MemorySegment from, long fromAt, MemorySegment to, long toAt, int width, boolean swap) {
    for (int i = 0; i < width; i++) {
      byte value = from.get(ValueLayout.JAVA_BYTE, fromAt + (swap ? width - 1 - i : i));
      to.set(ValueLayout.JAVA_BYTE, toAt + i, value);
    }
  }
}
