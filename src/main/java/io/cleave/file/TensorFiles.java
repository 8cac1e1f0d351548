package io.cleave.file;

import io.cleave.backend.Tensor;
import io.cleave.plan.ElementType;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;

/// Writes tensors from memory, each to a `.npy` file of its own. They are written aside and get
/// their names together, in the place of files that had them; unless they are committed, closing
/// leaves none.
///
/// Not safe for use by many threads.
public final class TensorFiles implements AutoCloseable {
  private final PartFiles names;
  private final AsideFiles files;

  private TensorFiles(PartFiles names, AsideFiles files) {
    this.names = names;
    this.files = files;
  }

  /// Begins a set of files, none of which is there yet.
  ///
  /// @param inputs files that none of them may replace
  /// @throws BadFileException if files cannot be written there, or one would replace an input
  /// @throws IOException if the system fails
  public static TensorFiles begin(PartFiles names, List<Path> inputs) throws IOException {
    for (int i = 0; i < names.names().size(); i++) {
      for (Path input : inputs) {
        names.requireReplaceable(i, input);
      }
    }
    AsideFiles files = AsideFiles.begin(OutputFolder.check(names.folder()), names);
    try {
      files.createFolder();
    } catch (IOException e) {
      files.close();
      throw e;
    }
    return new TensorFiles(names, files);
  }

  /// Checks that a type can be written.
  ///
  /// @throws IllegalArgumentException if NumPy lacks it
  public static void requireWritable(ElementType type) {
    Dtype.name(type);
  }

  /// Writes one tensor.
  ///
  /// @param index which of the names it gets
  /// @throws IllegalArgumentException if NumPy lacks the type
  /// @throws IOException if the system fails: the disk is full, say
  public WrittenPart write(int index, Tensor tensor) throws IOException {
    Layout layout =
        new Layout(tensor.shape(), tensor.type(), MemoryOrder.C, ByteOrder.LITTLE_ENDIAN);
    byte[] header = NpyHeaderWriter.encode(layout);
    files.create(index);
    files.append(index, MemorySegment.ofArray(header));
    append(index, tensor.data());
    return new WrittenPart(
        index, names.path(index), tensor.type(), tensor.shape(), tensor.data().byteSize());
  }

  /// A piece at a time: bounds the native copy of heap memory, and how long the end of the process
  /// has to wait.
  private void append(int index, MemorySegment data) throws IOException {
    long piece = 8L << 20;
    for (long from = 0; from < data.byteSize(); from += piece) {
      MemorySegment bytes = data.asSlice(from, Math.min(piece, data.byteSize() - from));
      if (bytes.isNative()) {
        files.append(index, bytes);
      } else {
        try (Arena arena = Arena.ofConfined()) {
          files.append(index, arena.allocate(bytes.byteSize()).copyFrom(bytes));
        }
      }
    }
  }

  /// Gives all files their names.
  ///
  /// @throws IOException if the system fails; then none is left
  public void commit() throws IOException {
    files.commit();
  }

  @Override
  public void close() throws IOException {
    files.close();
  }
}
