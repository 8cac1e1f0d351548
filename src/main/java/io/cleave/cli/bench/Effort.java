package io.cleave.cli.bench;

import java.time.Duration;

/// How long a benchmark lasts.
///
/// @param each the time for each candidate on each split
/// @param warmUp the time before that
/// @param settling the same for candidates that measure and choose by themselves
public record Effort(Duration each, Duration warmUp, Duration settling) {
  /// The fewest turns of a candidate, unless they last four times as long as the time allows.
  static final int TURNS = 5;

  /// The fewest warm-up calls of candidates that choose.
  static final int SETTLING_CALLS = 60;

  /// A candidate that is slower than the time allows by this factor may do fewer turns and calls.
  static final int PATIENCE = 4;

  private static final Duration MOST_SETTLING = Duration.ofMillis(400);

  /// Half as much time to warm up as to measure: steady ratios on a quiet machine from 0.5 s on.
  public static Effort usual(Duration each) {
    return new Effort(each, each.dividedBy(2), settling(each));
  }

  /// As much time to warm up as to measure, for many short benchmarks.
  public static Effort brief(Duration each) {
    return new Effort(each, each, settling(each));
  }

  private static Duration settling(Duration each) {
    Duration scaled = each.multipliedBy(8);
    return scaled.compareTo(MOST_SETTLING) < 0 ? scaled : MOST_SETTLING;
  }
}
