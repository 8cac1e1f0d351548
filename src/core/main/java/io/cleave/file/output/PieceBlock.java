package io.cleave.file.output;

import java.lang.foreign.MemorySegment;

/// Short pieces of one part that stand so close together that as many as stand in one block of the
/// file are written or read at once: to call the system for each byte of a pixel takes longer than
/// to copy what stands between them as well.
///
/// An immutable value.
///
/// @param piece the bytes of a piece
/// @param stride from one piece to the next; 0 if there is only one
record PieceBlock(long piece, long stride) {
  private static final long BLOCK = 64L << 10;

  /// Written alone, pieces of 1 to 512 bytes took, of their time in blocks, 4 to 77 times where
  /// they stand 64 to 256 bytes apart, 1 to 2.9 at 1024, and .3 to 1.4 at 2048; blocks of 32 and
  /// 128 KiB, two busy cores.
  private static final long CLOSE = 1 << 10;

  /// A block takes two calls of the system, and copies what stands between.
  private static final long FEW = 4;

  /// Whether so many bytes of the part are better written in blocks.
  boolean pays(long bytes) {
    return piece < stride && stride <= CLOSE && bytes >= FEW * piece;
  }

  /// How many bytes of the part stand in one block that begins with one of them.
  ///
  /// @param from that one, counted from the beginning of the part
  /// @param most as many as there are
  long fits(long from, long most) {
    long within = from % piece;
    long others = (BLOCK - piece - (stride - within)) / stride + 1;
    return Math.min(most, piece - within + others * piece);
  }

  /// Where a byte of the part stands, counted from where its first one does.
  long place(long at) {
    return at / piece * stride + at % piece;
  }

  /// How many bytes of the part stand in the beginning of a block.
  ///
  /// @param from that one with which it begins
  int within(long from, long bytes) {
    long at = place(from) % stride + bytes;
    return (int) (at / stride * piece + Math.min(piece, at % stride) - from % piece);
  }

  /// What the file has from one byte of the part to another, for as many as fit.
  MemorySegment allocate(long from, long count) {
    long bytes = place(from + count - 1) + 1 - place(from);
    return MemorySegment.ofArray(new byte[Math.toIntExact(bytes)]);
  }

  /// Puts bytes of the part in their places.
  ///
  /// @param from the first of them, which the block begins with
  void scatter(long from, MemorySegment bytes, MemorySegment block) {
    forEachPiece(
        from, bytes.byteSize(), (in, at, count) -> MemorySegment.copy(bytes, in, block, at, count));
  }

  /// Takes bytes of the part from their places.
  ///
  /// @param from the first of them, which the block begins with
  void gather(long from, MemorySegment block, MemorySegment bytes) {
    forEachPiece(
        from, bytes.byteSize(), (in, at, count) -> MemorySegment.copy(block, at, bytes, in, count));
  }

  @FunctionalInterface
  private interface Copy {
    void copy(long inPart, long inBlock, long count);
  }

  private void forEachPiece(long from, long bytes, Copy copy) {
    long begin = place(from);
    for (long done = 0; done < bytes; ) {
      long at = from + done;
      long count = Math.min(bytes - done, piece - at % piece);
      copy.copy(done, place(at) - begin, count);
      done += count;
    }
  }
}
