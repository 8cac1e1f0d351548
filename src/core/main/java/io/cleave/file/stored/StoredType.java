package io.cleave.file.stored;

import io.cleave.file.tensor.BadFileException;
import io.cleave.file.tensor.Layout;
import io.cleave.file.tensor.MemoryOrder;
import io.cleave.file.tensor.Reading;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/// A file's word for the elements of a tensor, understood or not. An immutable value.
///
/// @param text the word, fit for a message: `dtype '<V2'`
/// @param bits the width of an element; 0 where it is not known
/// @param byteOrder the order of the bytes in an element
/// @param type what it is here; null if it is no element type
/// @param problem why it is none, and what to do; empty if it is one
public record StoredType(
    String text, int bits, ByteOrder byteOrder, @Nullable ElementType type, String problem) {
  /// A word for an element type.
  ///
  /// @param text the word, fit for a message
  public static StoredType known(String text, ElementType type, ByteOrder byteOrder) {
    return new StoredType(text, type.bits(), byteOrder, type, "");
  }

  /// A word that means no element type.
  ///
  /// @param text the word, fit for a message
  /// @param bits the width of an element; 0 where it is not known
  /// @param problem why it is none, and what to do
  public static StoredType unknown(String text, int bits, ByteOrder byteOrder, String problem) {
    return new StoredType(text, bits, byteOrder, null, problem);
  }

  /// The element type.
  ///
  /// @throws BadFileException if it is none
  private ElementType requireType() {
    if (type == null) {
      throw new BadFileException(problem);
    }
    return type;
  }

  /// Whether the bytes of an element stand in another order than everywhere else in Cleave.
  private boolean isSwapped() {
    return bits > Byte.SIZE && byteOrder != ByteOrder.LITTLE_ENDIAN;
  }

  /// The bytes that so many elements take.
  ///
  /// @throws BadFileException if that is not known or does not fit 64 bits
  public long bytes(Shape shape) {
    if (bits == 0) {
      throw new BadFileException(problem);
    }
    if (shape.elements() > Long.MAX_VALUE / bits) {
      throw new BadFileException(
          "%s elements of %s take more than %s bits; split a smaller tensor"
              .formatted(shape.elements(), text, Long.MAX_VALUE));
    }
    return Math.ceilDiv(shape.elements() * bits, Byte.SIZE);
  }

  /// What a tensor in a file is, whose elements the file calls this, on its word and the reader's.
  ///
  /// @throws BadFileException if the two do not fit each other, or neither is enough
  public Layout layout(Shape stored, MemoryOrder order, Reading reading) {
    Shape shape = reading.shape();
    if (bits == 0 || (reading.type() == null && shape == null)) {
      return new Layout(stored, requireType(), order, byteOrder);
    }
    ElementType wanted = reading.type() == null ? requireType() : reading.type();
    if (shape != null) {
      return reshaped(stored, order, wanted, shape);
    }
    if (wanted.bits() != bits) {
      throw new BadFileException(
          "%s has elements of %s bits, and %s has %s; give the shape, too (--shape)"
              .formatted(text, bits, wanted, wanted.bits()));
    }
    return new Layout(stored, wanted, order, byteOrder);
  }

  private Layout reshaped(Shape stored, MemoryOrder order, ElementType wanted, Shape shape) {
    Layout layout = new Layout(shape, wanted, MemoryOrder.C, byteOrder);
    if (!new Layout(stored, ElementType.U8, order, byteOrder).isRowMajor()) {
      throw new BadFileException(
          "its elements are in Fortran order, so that no other shape can be given; leave --shape"
              + " away");
    }
    if (wanted.bits() != bits && isSwapped()) {
      throw new BadFileException(
          "%s is big-endian, and its bytes cannot be taken for %s; save it little-endian"
              .formatted(text, wanted));
    }
    long present = bytes(stored);
    if (layout.bytes() != present) {
      throw new BadFileException(
          "%s %s takes %s bytes, and %s %s has %s; give the type and shape that it was written with"
              .formatted(wanted, shape, layout.bytes(), text, stored, present));
    }
    return wanted.bits() == bits
        ? layout
        : new Layout(shape, wanted, MemoryOrder.C, ByteOrder.LITTLE_ENDIAN);
  }
}
