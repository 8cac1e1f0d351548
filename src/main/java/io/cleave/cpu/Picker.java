package io.cleave.cpu;

import java.util.Set;

/// Picks the bytes of one part out of very short rows, several rows at a time: one instruction
/// moves the wanted bytes of a word together.
///
/// Three words are a whole number of rows of 1, 2, 3, 4, 6, 8, 12 or 24 bytes, so that three masks
/// do for all rows: of rows `abcabcab cabcabca bcabcabc`, the part `bc` takes bytes 1, 2, 4, 5, 7;
/// 0, 2, 3, 5, 6; and 0, 1, 3, 4, 6, 7.
final class Picker {
  private static final int GROUP = 3 * Long.BYTES;

  /// Two of three bytes are picked at 11 GB/s in the first-level cache, three of four at 13; a load
  /// and a store for each row does 6 and 10.
  private static final int LONGEST_ROW = 4;

  /// Making the masks pays back from about 128 rows of 3 bytes and 300 of 4.
  private static final int FEWEST_ROWS = 256;

  /// Where [Long#compress] is one instruction; elsewhere it is some fifty.
  static final boolean COMPRESSES =
      Set.of("amd64", "x86_64").contains(System.getProperty("os.arch"));

  private final long first;
  private final long second;
  private final long third;

  /// @param from where the run begins within the row
  Picker(int from, int pitch, int run) {
    this.first = mask(0, from, pitch, run);
    this.second = mask(Long.BYTES, from, pitch, run);
    this.third = mask(2 * Long.BYTES, from, pitch, run);
  }

  static boolean isFastFor(int pitch, int rows) {
    return COMPRESSES && pitch <= LONGEST_ROW && rows >= FEWEST_ROWS;
  }

  /// The bytes of a word that belong to the run, if the word begins at this byte of the rows.
  private static long mask(int begin, int from, int pitch, int run) {
    long mask = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      int column = (begin + i) % pitch;
      if (column >= from && column < from + run) {
        mask |= 0xFFL << (i * Byte.SIZE);
      }
    }
    return mask;
  }

  /// Picks out of `bytes` bytes of rows, to `begin` and on.
  void pick(byte[] in, byte[] out, int begin, int bytes) {
    int toSecond = Long.bitCount(first) / Byte.SIZE;
    int toThird = toSecond + Long.bitCount(second) / Byte.SIZE;
    int toNext = toThird + Long.bitCount(third) / Byte.SIZE;
    for (int at = 0, to = begin; at < bytes; at += GROUP, to += toNext) {
      ShortRuns.setWord(out, to, Long.compress(ShortRuns.word(in, at), first));
      ShortRuns.setWord(
          out, to + toSecond, Long.compress(ShortRuns.word(in, at + Long.BYTES), second));
      ShortRuns.setWord(
          out, to + toThird, Long.compress(ShortRuns.word(in, at + 2 * Long.BYTES), third));
    }
  }
}
