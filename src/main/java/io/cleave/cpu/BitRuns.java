package io.cleave.cpu;

/// Moves runs of bits from array to array. The least significant bit of a byte comes first.
///
/// Bits beyond a run are written too, and overwritten by the next one, so both arrays must go on
/// for [ShortRuns#SLACK] bytes after their contents.
final class BitRuns {
  /// A word that begins with up to 7 other bits has room for a run of so many bits, and does not
  /// get full.
  private static final int SHORT_RUN = Long.SIZE - Byte.SIZE;

  private BitRuns() {}

  /// Gathers `rows` runs, one closely after the other.
  ///
  /// @param from where the first run begins, within the first row
  /// @param pitch from one run to the next
  static void gather(byte[] in, int from, int pitch, byte[] out, int run, int rows) {
    if (BitPicker.isFastFor(pitch, rows)) {
      new BitPicker(from, pitch, run).pick(in, out, rows * pitch);
    } else if (run <= SHORT_RUN) {
      gatherShort(in, from, pitch, out, run, rows);
    } else {
      for (int i = 0; i < rows; i++) {
        append(in, from + i * pitch, out, i * run, run);
      }
    }
  }

  private static void gatherShort(byte[] in, int from, int pitch, byte[] out, int run, int rows) {
    long mask = (1L << run) - 1;
    long word = 0;
    int filled = 0;
    int to = 0;
    for (int i = 0, bit = from; i < rows; i++, bit += pitch) {
      long bits = ShortRuns.word(in, bit >>> 3) >>> (bit & 7);
      word |= (bits & mask) << filled;
      ShortRuns.setWord(out, to, word);
      filled += run;
      to += filled >>> 3;
      word >>>= filled & -Byte.SIZE;
      filled &= 7;
    }
  }

  /// Appends `count` bits to the `to` bits that there are.
  static void append(byte[] in, int from, byte[] out, int to, int count) {
    int filled = to & 7;
    if (filled == 0) {
      move(in, from, out, to >>> 3, count);
      return;
    }
    int head = Byte.SIZE - filled;
    int kept = out[to >>> 3] & ((1 << filled) - 1);
    out[to >>> 3] = (byte) (kept | (int) ShortRuns.word(in, from >>> 3) >>> (from & 7) << filled);
    move(in, from + head, out, (to + head) >>> 3, count - head);
  }

  /// Moves bits to a whole byte.
  private static void move(byte[] in, int from, byte[] out, int to, int count) {
    int at = from >>> 3;
    int shift = from & 7;
    int bytes = Math.ceilDiv(count, Byte.SIZE);
    if (shift == 0) {
      System.arraycopy(in, at, out, to, Math.max(0, bytes));
      return;
    }
    for (int i = 0; i < bytes; i += Long.BYTES) {
      long low = ShortRuns.word(in, at + i) >>> shift;
      ShortRuns.setWord(out, to + i, low | (long) in[at + i + Long.BYTES] << (Long.SIZE - shift));
    }
  }
}
