package io.cleave.file.format;

import static io.cleave.text.Checks.require;

import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/// Element type of a file, known to Cleave or not. An immutable value.
///
/// @param text its name in the file, for messages: `dtype '<V2'`
/// @param bits the width of an element; 0 where it is not known
/// @param byteOrder the order of the bytes in an element
/// @param type the element type; null if Cleave has none for it
/// @param problem why there is none, and what to do; empty if there is one
public record StoredType(
    String text, int bits, ByteOrder byteOrder, @Nullable ElementType type, String problem) {
  /// The most dimensions that are read and written, which are those of NumPy 2 and PyTorch.
  static final int MAX_RANK = 64;

  /// The bytes that so many elements of a known width take.
  ///
  /// @throws IllegalArgumentException if that does not fit 64 bits
  public long bytes(Shape shape) {
    require(
        shape.elements() <= Long.MAX_VALUE / bits,
        "%s elements of %s take more than %s bits; split a smaller tensor",
        shape.elements(),
        text,
        Long.MAX_VALUE);
    return Math.ceilDiv(shape.elements() * bits, Byte.SIZE);
  }

  /// The layout of a tensor of this type, with the type and shape that the reader's options give.
  ///
  /// @param stored its shape in the file
  /// @throws IllegalArgumentException if file and options do not fit each other, or do not give a
  ///   type
  public StoredLayout layout(Shape stored, boolean isFortran, ReadOptions options) {
    ElementType wanted = bits == 0 || options.type() == null ? type : options.type();
    if (wanted == null) {
      throw new IllegalArgumentException(problem);
    }
    if (options.shape() != null) {
      return reshaped(stored, isFortran, wanted, options.shape());
    }
    require(
        wanted.bits() == bits,
        "%s has elements of %s bits, and %s has %s; give the shape, too",
        text,
        bits,
        wanted,
        wanted.bits());
    return new StoredLayout(stored, wanted, isFortran, byteOrder);
  }

  private StoredLayout reshaped(Shape stored, boolean isFortran, ElementType wanted, Shape shape) {
    ByteOrder order = wanted.bits() == bits ? byteOrder : ByteOrder.LITTLE_ENDIAN;
    StoredLayout layout = new StoredLayout(shape, wanted, false, order);
    require(
        new StoredLayout(stored, ElementType.U8, isFortran, byteOrder).isRowMajor(),
        "its elements are in Fortran order, so that no other shape can be given; leave the shape"
            + " out");
    boolean isSwapped = bits > Byte.SIZE && byteOrder != ByteOrder.LITTLE_ENDIAN;
    require(
        wanted.bits() == bits || !isSwapped,
        "%s is big-endian, and its bytes cannot be taken for %s; save it little-endian",
        text,
        wanted);
    long present = bytes(stored);
    require(
        layout.bytes() == present,
        "%s %s takes %s bytes, and %s %s has %s; give the type and shape that it was written with",
        wanted,
        shape,
        layout.bytes(),
        text,
        stored,
        present);
    return layout;
  }
}
