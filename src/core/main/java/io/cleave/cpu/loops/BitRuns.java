package io.cleave.cpu.loops;

import java.util.Set;

/// The runs of one part, one of every row, in bits.
///
/// @param isReversed true if the most significant bit of a byte is its first
/// @param pitch from one row to the next
/// @param offset where the run begins within a row
/// @param run how long it is, 1 or more
/// @param rows the rows of an index of the levels
/// @param rowsPerWord how many short runs are gathered at a time
/// @param mask the bits of these runs in a word that begins with the first run
public record BitRuns(
    boolean isReversed, long pitch, long offset, long run, long rows, int rowsPerWord, long mask) {
  /// The most bits of a short run: a word that begins with up to 7 other bits has room for it, and
  /// is not full then.
  static final int SHORT_RUN = Long.SIZE - Byte.SIZE;

  /// Processors on which [Long#compress] is one instruction; on others it is some fifty.
  private static final boolean COMPRESSES =
      Set.of("amd64", "x86_64").contains(System.getProperty("os.arch"));

  public static BitRuns of(boolean isReversed, long pitch, long offset, long run, long rows) {
    // As many as a word holds: up to three times as fast as one by one.
    int perWord = COMPRESSES ? (int) Math.max(1, SHORT_RUN / pitch) : 1;
    long mask = 0;
    for (int i = 0; i < perWord; i++) {
      mask |= ones(run) << (i * pitch);
    }
    return new BitRuns(isReversed, pitch, offset, run, rows, perWord, mask);
  }

  static long ones(long bits) {
    return (1L << bits) - 1;
  }

  public boolean isShort() {
    return run <= SHORT_RUN;
  }

  /// The bytes that the runs of all rows take in the part.
  public long bytes() {
    return Math.ceilDiv(rows * run, Byte.SIZE);
  }
}
