package io.cleave.spi;

import java.util.Random;
import java.util.stream.Stream;

/// Bit patterns of 32 bits that are hard to convert: beside powers of two, ties, the ends of
/// ranges, subnormal numbers, infinities and what is no number.
public final class HardPatterns {
  private static final int[] KNOWN =
      Stream.of(
              ("0 80000000 7fffff 800000 3f800000 7f7fffff ff7fffff 7f800000 ff800000 7fc00000"
                      + " ffc12345 1000002 38800000 33000000 477ff000 3f808000 3f818000 3f000000"
                      + " 3fc00000 40200000 437f8000 bf000000 42ff0000 c3010000 46ffff00 477fff80")
                  .split(" ", -1))
          .mapToInt(pattern -> Integer.parseUnsignedInt(pattern, 16))
          .toArray();

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
