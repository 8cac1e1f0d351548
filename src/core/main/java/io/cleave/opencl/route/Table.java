package io.cleave.opencl.route;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.Consumer;

/// Content of a buffer that a kernel reads, in the machine's byte order. An immutable value.
///
/// @param content read-only, from its beginning to its end
public record Table(ByteBuffer content) {
  /// The kernels' struct of a piece: three longs and two ints.
  private static final int PIECE = 3 * Long.BYTES + 2 * Integer.BYTES;

  /// A table of so many elements, which are put into a buffer.
  ///
  /// @param size the bytes of an element
  static Table of(int count, int size, Consumer<ByteBuffer> filling) {
    ByteBuffer content = ByteBuffer.allocate(Math.multiplyExact(count, size));
    filling.accept(content.order(ByteOrder.nativeOrder()));
    return new Table(content.flip().asReadOnlyBuffer());
  }

  /// A table of pieces.
  static Table ofPieces(List<Piece> pieces) {
    return of(
        pieces.size(),
        PIECE,
        buffer -> {
          for (Piece piece : pieces) {
            buffer.putLong(piece.from()).putLong(piece.to()).putLong(piece.run());
            buffer.putInt((int) Math.min(piece.width(), Integer.MAX_VALUE)).putInt(piece.output());
          }
        });
  }

  /// The content in new native memory of an arena.
  public MemorySegment toNative(Arena arena) {
    return arena.allocate(content.limit(), Long.BYTES).copyFrom(MemorySegment.ofBuffer(content));
  }
}
