package io.cleave.cpu.loops;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// Separation of rows of many elements of one or two bytes into one part for each column. Blocks of
/// 8 rows of 8 bytes, or of 4 rows of 4 shorts, are transposed in words, which takes .5 to .7 of
/// the time of column after column.
final class Transposer implements Mover {
  private static final int ROWS = PlainLoops.TRANSPOSED_ROWS;

  private static final ScratchPool<long[]> WORDS = new ScratchPool<>(() -> new long[ROWS]);

  private final Runs runs;
  private final long[] begins;
  private final MethodHandle loop;
  private final Mover byColumn;
  private final int width;
  private final int columnsPerBlock;

  /// @param runs those of the first column
  /// @param begins where the first run of each column goes
  /// @param loop transposes blocks, see [PlainLoops#transposeBytes]
  /// @param byColumn moves the rows that are left over
  Transposer(Runs runs, long[] begins, MethodHandle loop, Mover byColumn) {
    this.runs = runs;
    this.begins = begins;
    this.loop = loop;
    this.byColumn = byColumn;
    this.width = (int) runs.run();
    this.columnsPerBlock = Long.BYTES / width;
  }

  /// True if it can be used, and columns one after the other are slower; 5 of two bytes are not.
  ///
  /// @param count the columns of a row
  static boolean suits(Runs runs, int count) {
    return runs.run() == Byte.BYTES ? count > 4 : runs.run() == Short.BYTES && count > 5;
  }

  @Override
  public void move(
      MemorySegment data, long from, MemorySegment[] parts, long to, int rows, int indices) {
    // A word of a shorter row ends in the next one.
    int most = begins.length * width < Long.BYTES ? rows - 1 : rows;
    int whole = most / columnsPerBlock * columnsPerBlock;
    long[] words = WORDS.take();
    for (int i = 0; i < indices; i++) {
      for (int done = 0; done < whole; done += ROWS) {
        long at = from + i * runs.stride() + done * runs.pitch();
        long place = to + i * runs.partStride() + (long) done * width;
        step(words, data, at, parts, place, Math.min(ROWS, whole - done));
      }
    }
    WORDS.give(words);
    if (whole < rows) {
      long rest = from + whole * runs.pitch();
      byColumn.move(data, rest, parts, to + (long) whole * width, rows - whole, indices);
    }
  }

  private void step(
      long[] words, MemorySegment data, long from, MemorySegment[] parts, long to, int rows) {
    MemorySegment transposed = MemorySegment.ofArray(words);
    int bytes = rows * width;
    int last = Math.max(0, begins.length - columnsPerBlock);
    int blocks = bytes / Long.BYTES;
    for (int column = 0; column < begins.length; column += columnsPerBlock) {
      int first = Math.min(column, last);
      try {
        loop.invokeExact(data, from + (long) first * width, runs.pitch(), words, blocks);
      } catch (Throwable e) {
        throw Specialized.unchecked(e);
      }
      for (int i = column; i < Math.min(first + columnsPerBlock, begins.length); i++) {
        long at = (long) (i - first) * ROWS * width;
        MemorySegment.copy(transposed, at, parts[i], to + begins[i], bytes);
      }
    }
  }
}
