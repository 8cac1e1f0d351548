package io.cleave.file;

import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// A tensor in a file, its data mapped into memory and not yet looked at. It does not own the
/// mapping: whoever made the segment's arena does.
///
/// An immutable value, as safe for use by many threads as the segment is.
///
/// @param file the file
/// @param offset where in the file the data begins
/// @param layout what the data is
/// @param data the bytes as they stand in the file; exactly as many as the layout takes
public record StoredTensor(Path file, long offset, Layout layout, MemorySegment data) {
  /// Checks the size.
  ///
  /// @throws IllegalArgumentException if the segment is not exactly as large as the layout says
  public StoredTensor {
    if (data.byteSize() != layout.bytes()) {
      throw new IllegalArgumentException(
          "%s %s takes %s bytes; the segment has %s"
              .formatted(layout.type(), layout.shape(), layout.bytes(), data.byteSize()));
    }
  }

  /// The shape as the file's users see it: for a plan.
  public Shape shape() {
    return layout.shape();
  }

  /// The element type.
  public ElementType type() {
    return layout.type();
  }

  /// Checks that nobody cut the file short since it was mapped: the rest of its last page would
  /// read as zeros. A file that was deleted stays whole until it is unmapped.
  void requireWhole() throws IOException {
    long size = size();
    if (size < offset + data.byteSize()) {
      throw new IOException(
          "%s shrank to %s bytes while it was read; split it again when it is complete"
              .formatted(file, size));
    }
  }

  private long size() throws IOException {
    try {
      return Files.size(file);
    } catch (NoSuchFileException _) {
      return Long.MAX_VALUE;
    } catch (IOException e) {
      throw IoFailure.of("look at", file, e);
    }
  }
}
