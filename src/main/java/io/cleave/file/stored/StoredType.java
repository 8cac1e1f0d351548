package io.cleave.file.stored;

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
  ElementType requireType() {
    if (type == null) {
      throw new BadFileException(problem);
    }
    return type;
  }

  /// Whether the bytes of an element stand in another order than everywhere else in Cleave.
  boolean isSwapped() {
    return bits > Byte.SIZE && byteOrder != ByteOrder.LITTLE_ENDIAN;
  }

  /// The bytes that so many elements take.
  ///
  /// @throws BadFileException if that is not known or does not fit 64 bits
  public long bytes(Shape shape) {
    if (bits == 0) {
      throw new BadFileException(problem);
    }
    if (shape.volume() > Long.MAX_VALUE / bits) {
      throw new BadFileException(
          "%s elements of %s take more than %s bits; split a smaller tensor"
              .formatted(shape.volume(), text, Long.MAX_VALUE));
    }
    return Math.ceilDiv(shape.volume() * bits, Byte.SIZE);
  }
}
