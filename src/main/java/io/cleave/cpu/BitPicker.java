package io.cleave.cpu;

/// Picks the bits of one part out of very short rows, several rows at a time, as [Picker] does with
/// bytes.
///
/// It steps by 7 bytes: what a step picks fits into a word after the up to 7 bits that are left
/// from the step before. After as many steps as a row has bits, a row begins where a step does.
final class BitPicker {
  private static final int STEP = Long.SIZE - Byte.SIZE;
  private static final long LANES = (1L << STEP) - 1;

  /// Rows of 12, 20, 24 and 28 bits come at 3.0, 2.5, 2.4 and 2.2 GB/s, half of each gathered in
  /// the first-level cache, and run by run at 1.1, 1.8, 2.2 and 2.5.
  private static final int LONGEST_ROW = 24;

  /// The masks pay back from 80 rows of 3 bits, 112 of 12, 224 of 24.
  private static final int FEWEST_ROWS = 4 * STEP;

  /// What each step of a period picks.
  private final long[] masks;

  /// @param from where the run begins within the row
  BitPicker(int from, int pitch, int run) {
    this.masks = new long[pitch];
    long ones = (1L << run) - 1;
    for (int row = 0, begin = from; row < STEP; row++, begin += pitch) {
      int step = begin / STEP;
      int at = begin % STEP;
      masks[step] |= (ones << at) & LANES;
      if (at + run > STEP) {
        masks[step + 1] |= ones >>> (STEP - at);
      }
    }
  }

  static boolean isFastFor(int pitch, int rows) {
    return Picker.COMPRESSES && pitch <= LONGEST_ROW && rows >= FEWEST_ROWS;
  }

  /// Picks out of `bits` bits of rows.
  void pick(byte[] in, byte[] out, int bits) {
    int bytes = Math.ceilDiv(bits, Byte.SIZE);
    long word = 0;
    int filled = 0;
    for (int at = 0, to = 0, step = 0; at < bytes; at += STEP / Byte.SIZE) {
      long mask = masks[step];
      word |= Long.compress(ShortRuns.word(in, at), mask) << filled;
      ShortRuns.setWord(out, to, word);
      filled += Long.bitCount(mask);
      to += filled >>> 3;
      word >>>= filled & -Byte.SIZE;
      filled &= 7;
      step = step + 1 == masks.length ? 0 : step + 1;
    }
  }
}
