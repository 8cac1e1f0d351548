package io.cleave.opencl.route;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/// Content of a buffer that a kernel reads, in the machine's byte order. An immutable value.
public final class Table {
  /// The kernels' struct of a piece: three longs and two ints.
  private static final int PIECE = 3 * Long.BYTES + 2 * Integer.BYTES;

  private final byte[] bytes;

  private Table(byte[] bytes) {
    this.bytes = bytes;
  }

  /// A table of so many elements, which are put into a buffer.
  ///
  /// @param size the bytes of an element
  static Table of(int count, int size, Consumer<ByteBuffer> filling) {
    byte[] bytes = new byte[Math.multiplyExact(count, size)];
    filling.accept(ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()));
    return new Table(bytes);
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

  /// The number of bytes.
  public long size() {
    return bytes.length;
  }

  /// The content in new native memory of an arena.
  public MemorySegment toNative(Arena arena) {
    return arena.allocate(size(), Long.BYTES).copyFrom(MemorySegment.ofArray(bytes));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Table table && Arrays.equals(bytes, table.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }
}
