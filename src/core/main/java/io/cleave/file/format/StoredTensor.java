package io.cleave.file.format;

import static io.cleave.text.Checks.require;

import io.cleave.Tensor;
import io.cleave.plan.Shape;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/// A tensor in a file, of which only the description has been read. An immutable value.
///
/// @param name the name in the file; the stem of the file's name where a file holds one tensor
/// @param layout its type, shape and arrangement
/// @param data where its bytes are, exactly as many as the layout takes
public record StoredTensor(String name, StoredLayout layout, DataSource data) implements Entry {
  /// Checks the size.
  ///
  /// @throws IllegalArgumentException if the data is not exactly as large as the layout
  public StoredTensor {
    require(
        data.size() == layout.bytes(),
        "%s %s takes %s bytes of data, and there are %s; copy or save it again",
        layout.type(),
        layout.shape(),
        layout.bytes(),
        data.size());
  }

  @Override
  public StoredTensor usable() {
    return this;
  }

  /// Loads the tensor, row-major and little-endian: the mapping itself where it is so in the file.
  ///
  /// @param arena owns the memory of a copy
  public Tensor load(Arena arena) throws IOException {
    if (layout.isRowMajor() && layout.isLittleEndian() && !data.isDeflated()) {
      return new Tensor(layout.type(), layout.shape(), data.mapped());
    }
    Tensor copy = Tensor.allocate(layout.type(), layout.shape(), arena);
    try (Arena own = Arena.ofConfined();
        ByteReader reader = data.open()) {
      MemorySegment bytes = layout.isRowMajor() ? copy.data() : own.allocate(data.size());
      reader.read(0, bytes);
      layout.toLittleEndian(bytes, bytes);
      if (!layout.isRowMajor()) {
        transpose(bytes, copy.data());
      }
    }
    return copy;
  }

  private void transpose(MemorySegment from, MemorySegment to) {
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

  /// The name of a tensor that is alone in its file: the file's name without its last extension,
  /// `qkv` of `data/qkv.npy`.
  public static String nameFrom(Path file) {
    Path name = file.getFileName();
    String text = name == null ? "" : name.toString();
    int dot = text.lastIndexOf('.');
    return dot > 0 ? text.substring(0, dot) : text;
  }
}
