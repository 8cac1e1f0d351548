package io.cleave.bench;

import java.time.Duration;

/// How long a race lasts.
///
/// @param each the time for each entrant in each heat, after half as much to warm up: the JVM's
///   compilers look after loops that ran long, and a driver's first call differs, too
/// @param rounds the fewest turns of each entrant, however long they take
public record Effort(Duration each, int rounds) {
  /// What gives steady ratios on a quiet machine.
  public static final Effort USUAL = new Effort(Duration.ofMillis(500), 5);

  /// Checks the numbers.
  public Effort {
    if (each.isNegative() || rounds < 1) {
      throw new IllegalArgumentException(
          "a race takes no negative time and at least 1 round, not %s and %s"
              .formatted(each, rounds));
    }
  }

  double seconds() {
    return each.toNanos() / 1e9;
  }
}
