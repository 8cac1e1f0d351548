package io.cleave.file.stored;

import io.cleave.file.tensor.Layout;
import io.cleave.text.OneLine;
import java.nio.ByteOrder;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// A tensor that is to be written: everything but its data. An immutable value.
///
/// @param name what the file is to call it, where it gives names
/// @param layout what the data is
public record NamedLayout(String name, Layout layout) {
  /// The most dimensions that are read and written: what arrays of NumPy 2 and tensors of PyTorch
  /// have at most.
  public static final int MAX_RANK = 64;

  /// Checks that whoever reads the file can hold the tensor.
  ///
  /// @param extension what the names of such files end with
  /// @throws IllegalArgumentException if it has too many dimensions
  public static void requireRank(Layout layout, String extension) {
    if (layout.shape().rank() > MAX_RANK) {
      throw new IllegalArgumentException(
          "%s dimensions are more than the %s that a .%s file may have; write it as raw bytes"
                  .formatted(layout.shape().rank(), MAX_RANK, extension)
              + " (--format raw)");
    }
  }

  /// Checks that no two tensors have the same name.
  ///
  /// @throws IllegalArgumentException if two have
  public static void requireDistinct(List<NamedLayout> tensors) {
    Set<String> seen = new HashSet<>();
    for (NamedLayout tensor : tensors) {
      if (!seen.add(tensor.name)) {
        throw new IllegalArgumentException(
            "two tensors of one file are named '%s'; give each its own name"
                .formatted(OneLine.excerpt(tensor.name)));
      }
    }
  }

  /// Checks that the data is what formats without a word for its order hold.
  ///
  /// @param extension what the names of their files end with
  /// @throws IllegalArgumentException if it is in Fortran order or big-endian
  public static void requirePlain(Layout layout, String extension) {
    if (!layout.isRowMajor()) {
      throw new IllegalArgumentException(
          "%s %s is in Fortran order, which a .%s file cannot say; write npy or npz, or save it with"
                  .formatted(layout.type(), layout.shape(), extension)
              + " numpy.ascontiguousarray first");
    }
    if (layout.byteOrder() != ByteOrder.LITTLE_ENDIAN && layout.type().bits() > Byte.SIZE) {
      throw new IllegalArgumentException(
          "%s %s is big-endian, which a .%s file cannot say; convert it to little-endian"
              .formatted(layout.type(), layout.shape(), extension));
    }
  }
}
