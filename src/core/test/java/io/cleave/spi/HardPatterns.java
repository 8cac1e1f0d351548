package io.cleave.spi;

import java.util.Random;

/// Bit patterns of 32 bits that are hard to convert: beside powers of two, ties, the ends of
/// ranges, subnormal numbers, infinities and what is no number.
public final class HardPatterns {
  private static final int[] KNOWN = {
    0,
    0x8000_0000,
    0x007F_FFFF,
    0x0080_0000,
    0x3F80_0000,
    0x7F7F_FFFF,
    0xFF7F_FFFF,
    0x7F80_0000,
    0xFF80_0000,
    0x7FC0_0000,
    0xFFC1_2345,
    0x0100_0002,
    0x3880_0000,
    0x3300_0000,
    0x477F_F000,
    0x3F80_8000,
    0x3F81_8000,
    0x3F00_0000,
    0x3FC0_0000,
    0x4020_0000,
    0x437F_8000,
    0xBF00_0000,
    0x42FF_0000,
    0xC301_0000,
    0x46FF_FF00,
    0x477F_FF80
  };

  private HardPatterns() {}

  /// One of them, or any pattern.
  public static int next(Random random) {
    int known = KNOWN[random.nextInt(KNOWN.length)];
    return switch (random.nextInt(3)) {
      case 0 -> known;
      case 1 -> known + random.nextInt(3) - 1;
      default -> random.nextInt();
    };
  }
}
