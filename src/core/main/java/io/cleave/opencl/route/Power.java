package io.cleave.opencl.route;

/// Powers of two, which alignments and work-groups come in.
public final class Power {
  private Power() {}

  /// The largest one that divides a number, which is not 0. That of several numbers joined with `|`
  /// divides all of them.
  public static long dividing(long number) {
    return Long.lowestOneBit(number);
  }

  /// The smallest one that is not below a number of 1 or more.
  public static long atLeast(long number) {
    return number == 1 ? 1 : Long.highestOneBit(number - 1) * 2;
  }

  /// The largest one that is not above a number of 1 or more.
  public static long atMost(long number) {
    return Long.highestOneBit(number);
  }

  /// How many times a size must be repeated to be a multiple of a power of two.
  public static long repeatsTo(long multiple, long size) {
    return multiple / Math.min(multiple, dividing(size));
  }
}
