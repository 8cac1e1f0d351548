package io.cleave.bench;

import java.time.Duration;

/// How long a race lasts.
///
/// @param each the time for each entrant in each heat
/// @param rounds the fewest turns of each entrant, unless they last four times as long
/// @param warmUp the time before that, in which a driver makes its first calls
/// @param settling the same for those who choose: what they measure must have settled
public record Effort(Duration each, int rounds, Duration warmUp, Duration settling) {
  /// The longest time to settle, and the fewest calls.
  private static final Duration SETTLED = Duration.ofMillis(400);

  static final int SETTLING_CALLS = 60;

  /// One who is that much slower than the time allows need not do all rounds and calls.
  static final int PATIENCE = 4;

  /// What gives steady ratios on a quiet machine.
  public static final Effort USUAL = of(Duration.ofMillis(500), 5);

  /// Checks the numbers.
  public Effort {
    if (each.isNegative() || warmUp.isNegative() || settling.isNegative() || rounds < 1) {
      throw new IllegalArgumentException(
          "a race takes no negative time and at least 1 round, not %s and %s"
              .formatted(each, rounds));
    }
  }

  /// As much time as given for each entrant, after half as much to warm up.
  public static Effort of(Duration each, int rounds) {
    return new Effort(each, rounds, each.dividedBy(2), settling(each));
  }

  /// The same for many short heats, where the time is so short that the warm-up takes as long.
  public static Effort brief(Duration each) {
    return new Effort(each, 5, each, settling(each));
  }

  /// The same for those whose loops the JVM compiles: in 60 ms, it had not come to one of 24
  /// images, which took 18 times as long as afterwards.
  Duration compiling() {
    return settling.dividedBy(2);
  }

  private static Duration settling(Duration each) {
    Duration scaled = each.multipliedBy(8);
    return scaled.compareTo(SETTLED) < 0 ? scaled : SETTLED;
  }
}
