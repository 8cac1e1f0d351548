package io.cleave.cpu;

/// Picks the bits of one part out of very short rows, several rows at a time, as [Picker] does with
/// bytes.
///
/// It steps by 7 bytes: what a step picks fits into a word after the up to 7 bits that are left
/// from the step before. After as many steps as a row has bits, a row begins where a step does.
final class BitPicker {
  private static final int STEP = Long.SIZE - Byte.SIZE;

  /// Two rows a step or more, so that a step does the work of two short runs; not measured.
  private static final int LONGEST_ROW = STEP / 2;

  /// What each step of a period picks.
  private final long[] masks;

  /// @param from where the run begins within the row
  BitPicker(int from, int pitch, int run) {
    this.masks = new long[pitch];
    for (int bit = 0; bit < pitch * STEP; bit++) {
      int column = bit % pitch;
      if (column >= from && column < from + run) {
        masks[bit / STEP] |= 1L << (bit % STEP);
      }
    }
  }

  static boolean isFastFor(int pitch, int rows) {
    return Picker.COMPRESSES && pitch <= LONGEST_ROW && rows >= 4 * STEP;
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
