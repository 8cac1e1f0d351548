package io.cleave.opencl.route;

/// Numbers of bytes for people.
public final class Bytes {
  private static final String[] UNITS = {"bytes", "KiB", "MiB", "GiB", "TiB"};

  private Bytes() {}

  /// `16 KiB`, `324 bytes`, `1 byte`: the largest unit that leaves no fraction.
  public static String text(long bytes) {
    long count = bytes;
    int unit = 0;
    while (count != 0 && count % 1024 == 0 && unit < UNITS.length - 1) {
      count /= 1024;
      unit++;
    }
    return count == 1 && unit == 0 ? "1 byte" : count + " " + UNITS[unit];
  }
}
