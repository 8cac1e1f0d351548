package io.cleave.file;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/// Takes pieces of parts as they stand in the data, and appends them to the parts' files in
/// little-endian order, which is the order of all that Cleave writes.
///
/// Not safe for use by many threads: there is one buffer for what must be converted.
final class PartSink {
  /// One write at a time: bounds the buffer, and how long the end of the process has to wait.
  static final long PIECE = 8L << 20;

  private final AsideFiles files;
  private final ValueLayout stored;
  private final ValueLayout written;
  private final Arena arena;
  private @Nullable MemorySegment buffer;

  /// @param data what the pieces are taken from
  /// @param arena owns the buffer, if one is needed
  PartSink(AsideFiles files, StoredTensor data, Arena arena) {
    this.files = files;
    ValueLayout element = element(data.type().bits());
    this.stored = element.withOrder(data.layout().byteOrder());
    this.written = element.withOrder(ByteOrder.LITTLE_ENDIAN);
    this.arena = arena;
  }

  private static ValueLayout element(int bits) {
    return switch (bits) {
      case Long.SIZE -> ValueLayout.JAVA_LONG_UNALIGNED;
      case Integer.SIZE -> ValueLayout.JAVA_INT_UNALIGNED;
      case Short.SIZE -> ValueLayout.JAVA_SHORT_UNALIGNED;
      default -> ValueLayout.JAVA_BYTE;
    };
  }

  /// Whether these bytes may go to a file as they are. A channel would copy heap memory to a buffer
  /// of its own, which it keeps.
  private boolean isDirect(MemorySegment bytes) {
    boolean littleEndian = written.byteSize() == 1 || stored.order().equals(written.order());
    return littleEndian && bytes.isNative();
  }

  /// Appends whole elements to a part.
  void append(int part, MemorySegment bytes) throws IOException {
    for (long from = 0; from < bytes.byteSize(); from += PIECE) {
      MemorySegment piece = bytes.asSlice(from, Math.min(PIECE, bytes.byteSize() - from));
      files.append(part, isDirect(piece) ? piece : staged(piece));
    }
  }

  private MemorySegment staged(MemorySegment piece) {
    long elements = piece.byteSize() / stored.byteSize();
    MemorySegment copy = buffer == null ? arena.allocate(PIECE) : buffer;
    buffer = copy;
    MemorySegment.copy(piece, stored, 0, copy, written, 0, elements);
    return copy.asSlice(0, piece.byteSize());
  }
}
