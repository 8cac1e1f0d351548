package io.cleave.file.format;

import static io.cleave.text.Checks.require;

import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Type and shape of a tensor in a file, and how its bytes are arranged. An immutable value.
///
/// @param shape the extents as the file's users see them, whatever the order of the elements
/// @param type the element type
/// @param isFortran true if the first index runs fastest, false if the last one does
/// @param byteOrder the order of the bytes in an element
public record StoredLayout(Shape shape, ElementType type, boolean isFortran, ByteOrder byteOrder) {
  /// A little-endian tensor in C order.
  public static StoredLayout plain(ElementType type, Shape shape) {
    return new StoredLayout(shape, type, false, ByteOrder.LITTLE_ENDIAN);
  }

  /// The bytes of the data.
  ///
  /// @throws IllegalArgumentException if they do not fit a signed 64-bit number, or for strings
  public long bytes() {
    return type.bytes(shape.elements());
  }

  /// Type and shape for a plan.
  public Layout plain() {
    return Layout.of(type, shape);
  }

  /// True if the elements are in C order: with at most one extent above 1, both orders are the
  /// same.
  public boolean isRowMajor() {
    return !isFortran
        || shape.elements() == 0
        || Arrays.stream(shape.extents()).filter(extent -> extent > 1).count() <= 1;
  }

  /// True if the bytes of each element are in the order that Cleave computes with and writes.
  public boolean isLittleEndian() {
    return type.bits() <= Byte.SIZE || byteOrder == ByteOrder.LITTLE_ENDIAN;
  }

  /// Copies elements to the order of bytes that Cleave computes with and writes.
  ///
  /// @param target the elements themselves, or memory apart from them
  public void toLittleEndian(MemorySegment elements, MemorySegment target) {
    ValueLayout element =
        switch (type.bits()) {
          case Long.SIZE -> ValueLayout.JAVA_LONG_UNALIGNED;
          case Integer.SIZE -> ValueLayout.JAVA_INT_UNALIGNED;
          case Short.SIZE -> ValueLayout.JAVA_SHORT_UNALIGNED;
          default -> ValueLayout.JAVA_BYTE;
        };
    ValueLayout little = element.withOrder(ByteOrder.LITTLE_ENDIAN);
    long count = elements.byteSize() / element.byteSize();
    MemorySegment.copy(elements, element.withOrder(byteOrder), 0, target, little, 0, count);
  }

  /// The layout of a part of this tensor in its file: elements in the same order, little-endian.
  public StoredLayout ofPart(Shape part, ElementType partType) {
    return new StoredLayout(part, partType, isFortran, ByteOrder.LITTLE_ENDIAN);
  }

  /// The plan of the bytes in the file for a plan of the tensor.
  ///
  /// A tensor `[a, b, c]` in Fortran order lies in the file as `[c, b, a]` in C order. So it is cut
  /// along the mirrored axis, and its parts are in Fortran order again: nothing is transposed.
  public SplitPlan inFile(SplitPlan plan) {
    return isFortran ? plan.reversed() : plan;
  }

  /// Checks that a file without a word for the order of elements and bytes can hold this.
  ///
  /// @param extension that of such files
  /// @throws IllegalArgumentException if it is in Fortran order or big-endian
  void requirePlain(String extension) {
    require(
        isRowMajor(),
        "%s %s is in Fortran order, which a .%s file cannot say; write npy or npz, or save it with"
            + " numpy.ascontiguousarray first",
        type,
        shape,
        extension);
    require(
        isLittleEndian(),
        "%s %s is big-endian, which a .%s file cannot say; convert it to little-endian",
        type,
        shape,
        extension);
  }

  /// Checks the number of dimensions.
  ///
  /// @param extension that of such files
  /// @throws IllegalArgumentException if readers refuse so many
  void requireRank(String extension) {
    require(
        shape.rank() <= StoredType.MAX_RANK,
        "%s dimensions are more than the %s that a .%s file may have; write it as raw bytes",
        shape.rank(),
        StoredType.MAX_RANK,
        extension);
  }
}
