package io.cleave.file.npy;

import io.cleave.file.stored.Container;
import io.cleave.file.stored.NamedLayout;
import io.cleave.file.tensor.Layout;
import io.cleave.file.tensor.MemoryOrder;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// A `.npy` file: a header, then the data of its one tensor.
///
/// @param header the header's bytes
public record NpyContainer(MemorySegment header) implements Container {
  /// What stands around the data of this tensor.
  ///
  /// @throws IllegalArgumentException if NumPy has neither the type nor bytes that hold it, or not
  ///   so many dimensions
  public static NpyContainer of(Layout tensor) {
    return new NpyContainer(MemorySegment.ofArray(header(tensor)));
  }

  /// The header. NumPy has no types narrower than a byte: their packed bytes are written, as a list
  /// of `u1`, and whoever reads it must say what it was.
  public static byte[] header(Layout tensor) {
    if (!tensor.type().isSubByte()) {
      NamedLayout.requireRank(tensor, "npy");
      return NpyHeaderWriter.encode(tensor);
    }
    if (!tensor.isRowMajor()) {
      throw new IllegalArgumentException(
          "%s %s is in Fortran order, which packed bytes in a .npy file cannot say; save it in C order"
              .formatted(tensor.type(), tensor.shape()));
    }
    Shape bytes = Shape.of(tensor.bytes());
    return NpyHeaderWriter.encode(
        new Layout(bytes, ElementType.U8, MemoryOrder.C, tensor.byteOrder()));
  }

  @Override
  public List<Long> data() {
    return List.of(header.byteSize());
  }

  @Override
  public List<Chunk> opening() {
    return List.of(new Chunk(0, header));
  }
}
