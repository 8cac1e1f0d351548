package io.cleave.file.stored;

import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/// What the reader of a file says of its tensors, where the file does not say it or says it only as
/// far as its format can: that two bytes an element are `bf16`, that bytes are a packed `u4` tensor
/// of some shape, that a file without any header holds `f32`. An immutable value.
///
/// It changes no byte. What is said must fit the bytes that are there exactly; a type without a
/// shape must be as wide as the type in the file.
///
/// @param type the element type; null to take the file's
/// @param shape the shape; null to take the file's
public record Reading(@Nullable ElementType type, @Nullable Shape shape) {
  /// Checks the type.
  ///
  /// @throws IllegalArgumentException for strings, which no file of tensors holds
  public Reading {
    if (type == ElementType.STRING) {
      throw new IllegalArgumentException(
          "no file holds tensors of string as bare bytes; give another type");
    }
  }

  /// Takes the file at its word.
  public static Reading asStored() {
    return new Reading(null, null);
  }

  /// The elements are of this type, which is as wide as the one in the file.
  public static Reading as(ElementType type) {
    return new Reading(type, null);
  }

  /// The bytes are a tensor of this type and shape.
  public static Reading as(ElementType type, Shape shape) {
    return new Reading(type, shape);
  }

  /// What the tensor in a file is, on this word and the file's.
  ///
  /// @param dtype the file's word for an element
  /// @throws BadFileException if the two do not fit each other, or neither is enough
  public Layout apply(StoredType dtype, Shape stored, MemoryOrder order) {
    if (dtype.bits() == 0 || (type == null && shape == null)) {
      return new Layout(stored, dtype.requireType(), order, dtype.byteOrder());
    }
    ElementType wanted = type == null ? dtype.requireType() : type;
    Layout layout =
        shape == null
            ? new Layout(stored, wanted, order, dtype.byteOrder())
            : reshaped(wanted, dtype, stored, order, shape);
    if (shape == null && wanted.bits() != dtype.bits()) {
      throw new BadFileException(
          "%s has elements of %s bits, and %s has %s; give the shape, too (--shape)"
              .formatted(dtype.text(), dtype.bits(), wanted, wanted.bits()));
    }
    return layout;
  }

  private static Layout reshaped(
      ElementType type, StoredType dtype, Shape stored, MemoryOrder order, Shape shape) {
    Layout layout = new Layout(shape, type, MemoryOrder.C, dtype.byteOrder());
    if (!new Layout(stored, ElementType.U8, order, dtype.byteOrder()).isRowMajor()) {
      throw new BadFileException(
          "its elements are in Fortran order, so that no other shape can be given; leave --shape"
              + " away");
    }
    if (type.bits() != dtype.bits() && dtype.isSwapped()) {
      throw new BadFileException(
          "%s is big-endian, and its bytes cannot be taken for %s; save it little-endian"
              .formatted(dtype.text(), type));
    }
    long present = dtype.bytes(stored);
    if (layout.bytes() != present) {
      throw new BadFileException(
          "%s %s takes %s bytes, and %s %s has %s; give the type and shape that it was written with"
              .formatted(type, shape, layout.bytes(), dtype.text(), stored, present));
    }
    return type.bits() == dtype.bits()
        ? layout
        : new Layout(shape, type, MemoryOrder.C, ByteOrder.LITTLE_ENDIAN);
  }
}
