package io.cleave.cpu.loops;

import java.util.Set;

/// The runs of one part, one of every row, in bits.
///
/// @param isReversed whether bits fill the bytes of memory from the most significant one on
/// @param pitch from one row to the next
/// @param offset where the run begins within a row
/// @param run how long it is, 1 or more
/// @param rows those of an index of the levels
/// @param rowsPerWord of short runs, how many rows are gathered at a time
/// @param mask the bits of these runs in a word that begins where the first one does
public record BitRuns(
    boolean isReversed, long pitch, long offset, long run, long rows, int rowsPerWord, long mask) {
  /// A word that begins with up to 7 other bits has room for a run of so many bits, and does not
  /// get full.
  static final int SHORT_RUN = Long.SIZE - Byte.SIZE;

  /// Processors on which [Long#compress] is one instruction; on others it is some fifty.
  private static final boolean COMPRESSES =
      Set.of("amd64", "x86_64").contains(System.getProperty("os.arch"));

  public static BitRuns of(boolean isReversed, long pitch, long offset, long run, long rows) {
    // As many as a word holds. Rows of 12, 20 and 24 bits came at 3.0, 2.5 and 2.4 GB/s so, one by
    // one at 1.1, 1.8 and 2.2.
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

  /// The bytes of these rows in the part.
  public long bytes() {
    return Math.ceilDiv(rows * run, Byte.SIZE);
  }
}
