package io.cleave.file.stored;

import io.cleave.file.tensor.Layout;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Turns the elements of a tensor into the byte order of all that Cleave writes.
///
/// Not safe for use by many threads: there is one buffer.
public final class LittleEndian {
  /// What is written, or converted, in one go: bounds the buffer, and how long the end of the
  /// process has to wait.
  public static final long PIECE = 8L << 20;

  private final ValueLayout stored;
  private final ValueLayout written;
  private final Staging staging;

  /// @param data how the elements stand in memory
  /// @param arena owns the buffer, if one is needed
  public LittleEndian(Layout data, Arena arena) {
    ValueLayout element = element(data.type().bits());
    this.stored = element.withOrder(data.byteOrder());
    this.written = element.withOrder(ByteOrder.LITTLE_ENDIAN);
    this.staging = new Staging(arena);
  }

  private static ValueLayout element(int bits) {
    return switch (bits) {
      case Long.SIZE -> ValueLayout.JAVA_LONG_UNALIGNED;
      case Integer.SIZE -> ValueLayout.JAVA_INT_UNALIGNED;
      case Short.SIZE -> ValueLayout.JAVA_SHORT_UNALIGNED;
      default -> ValueLayout.JAVA_BYTE;
    };
  }

  /// Whether the bytes are in that order already.
  public static boolean holds(Layout data) {
    return data.type().bits() <= Byte.SIZE || data.byteOrder() == ByteOrder.LITTLE_ENDIAN;
  }

  /// Whole elements in that order.
  ///
  /// @param piece at most [#PIECE] bytes
  /// @return native memory, good until the next call
  public MemorySegment of(MemorySegment piece) {
    // A channel would copy heap memory to a buffer of its own, which it keeps.
    return piece.isNative() && stored.order().equals(written.order()) ? piece : staged(piece);
  }

  private MemorySegment staged(MemorySegment piece) {
    MemorySegment copy = staging.of(piece.byteSize());
    MemorySegment.copy(piece, stored, 0, copy, written, 0, piece.byteSize() / stored.byteSize());
    return copy;
  }
}
