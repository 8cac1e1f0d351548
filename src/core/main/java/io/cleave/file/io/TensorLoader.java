package io.cleave.file.io;

import io.cleave.Tensor;
import io.cleave.file.format.DataSource;
import io.cleave.file.format.MappedFile;
import io.cleave.file.format.StoredLayout;
import io.cleave.file.format.StoredTensor;
import io.cleave.plan.Shape;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Loads whole tensors from files.
public final class TensorLoader {
  private TensorLoader() {}

  /// A tensor, row-major and little-endian: the mapping itself where it is so in the file.
  ///
  /// @param arena owns the memory of a copy
  public static Tensor load(StoredTensor stored, MappedFile file, Arena arena) throws IOException {
    StoredLayout layout = stored.layout();
    DataSource data = stored.data();
    if (layout.isRowMajor() && layout.isLittleEndian() && !data.isDeflated()) {
      return new Tensor(layout.type(), layout.shape(), data.in(file));
    }
    Tensor copy = Tensor.allocate(layout.type(), layout.shape(), arena);
    MemorySegment target = copy.data();
    try (DataSource.Reader reader = data.open(file)) {
      if (layout.isRowMajor()) {
        reader.read(0, target);
        PartSink.toLittleEndian(layout, target, target);
      } else {
        try (Arena own = Arena.ofConfined()) {
          MemorySegment bytes = own.allocate(target.byteSize());
          reader.read(0, bytes);
          PartSink.toLittleEndian(layout, bytes, bytes);
          transpose(bytes, layout, target);
        }
      }
    }
    return copy;
  }

  private static void transpose(MemorySegment from, StoredLayout layout, MemorySegment to) {
    int width = layout.type().bits() / Byte.SIZE;
    Shape shape = layout.shape();
    long[] strides = new long[shape.rank()];
    long stride = width;
    for (int axis = 0; axis < strides.length; axis++) {
      strides[axis] = stride;
      stride *= shape.extent(axis);
    }
    long[] index = new long[strides.length];
    long at = 0;
    for (long done = 0; done < to.byteSize(); done += width) {
      MemorySegment.copy(from, at, to, done, width);
      for (int axis = index.length - 1; axis >= 0; axis--) {
        at += strides[axis];
        if (++index[axis] < shape.extent(axis)) {
          break;
        }
        at -= strides[axis] * index[axis];
        index[axis] = 0;
      }
    }
  }
}
