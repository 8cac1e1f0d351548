package io.cleave.opencl.route;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/// Content of a buffer that a kernel reads, in the machine's byte order. An immutable value.
public final class Table {
  private final byte[] bytes;

  private Table(byte[] bytes) {
    this.bytes = bytes;
  }

  /// One piece, as the kernels' struct has it: three longs and two ints.
  ///
  /// @param from where it begins within the row
  /// @param to the byte of the output where its first row goes
  /// @param run from one row to the next in the output
  /// @param width how much of it is in one row
  /// @param output which of the launch's outputs it goes to
  public record Piece(long from, long to, long run, int width, int output) {
    private static final int BYTES = 3 * Long.BYTES + 2 * Integer.BYTES;
  }

  /// A table of pieces.
  public static Table ofPieces(List<Piece> pieces) {
    byte[] bytes = new byte[Math.multiplyExact(pieces.size(), Piece.BYTES)];
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    for (Piece piece : pieces) {
      buffer.putLong(piece.from()).putLong(piece.to()).putLong(piece.run());
      buffer.putInt(piece.width()).putInt(piece.output());
    }
    return new Table(bytes);
  }

  /// A table of ints.
  public static Table ofInts(int... values) {
    byte[] bytes = new byte[Math.multiplyExact(values.length, Integer.BYTES)];
    ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).asIntBuffer().put(values);
    return new Table(bytes);
  }

  /// A table of whatever a kernel reads.
  ///
  /// @param content all of it, in the machine's byte order
  public static Table of(ByteBuffer content) {
    byte[] bytes = new byte[content.limit()];
    content.get(0, bytes);
    return new Table(bytes);
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

  /// A copy of the content, for tests.
  public ByteBuffer content() {
    return ByteBuffer.wrap(bytes.clone()).order(ByteOrder.nativeOrder());
  }
}
