package io.cleave.spi;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Warm-up of a candidate beside a baseline: runs both in turn until HotSpot has compiled them and
/// neither gets faster any more, and then compares their times.
///
/// A candidate that is fast enough is soon done. One that is slower has more time, since it may
/// still be interpreted, or compiled by the first of two compilers.
///
/// @param baseline the nanoseconds of the baseline's fastest run
/// @param candidate the nanoseconds of the candidate's fastest run
public record WarmUp(long baseline, long candidate) {
  /// How long code that gets no faster is run on: HotSpot compiles meanwhile.
  private static final long PATIENCE = 10_000_000;

  /// The patience with a candidate that is too slow, but not by much. (u8 in two on vectors: 1.4
  /// times as long as plain loops for .1 s, and then a tenth of their time.)
  private static final long MORE_PATIENCE = 300_000_000;

  private static final int NEAR = 2;

  /// The patience with a candidate that is slower than that. Most of it passes asleep.
  private static final long MOST_PATIENCE = 2_500_000_000L;

  /// HotSpot's second compiler begins after 5,000 calls at most.
  private static final int ENOUGH_RUNS = 6_000;

  private static final long SLEEP = 5_000_000;

  /// Runs both until their times are steady.
  ///
  /// @param most how many times as long as the baseline the candidate may take
  /// @param extra nanoseconds that it may take besides
  /// @param isCancelled whether to stop, with times that mean nothing
  public static WarmUp of(
      Runnable baseline, Runnable candidate, int most, long extra, BooleanSupplier isCancelled) {
    WarmUp best = new WarmUp(Long.MAX_VALUE / 2, Long.MAX_VALUE);
    long now = System.nanoTime();
    long improved = now;
    for (int runs = 0;
        !isCancelled.getAsBoolean() && now - improved < best.patience(most, extra);
        runs++) {
      if (runs > ENOUGH_RUNS && now - improved > PATIENCE) {
        LockSupport.parkNanos(SLEEP);
        now = System.nanoTime();
      }
      baseline.run();
      long between = System.nanoTime();
      candidate.run();
      long end = System.nanoTime();
      long ofBaseline = Math.max(1, between - now);
      long ofCandidate = Math.max(1, end - between);
      now = end;
      if (isShorter(ofBaseline, best.baseline) || isShorter(ofCandidate, best.candidate)) {
        improved = now;
      }
      best = new WarmUp(Math.min(best.baseline, ofBaseline), Math.min(best.candidate, ofCandidate));
    }
    return best;
  }

  private static boolean isShorter(long time, long best) {
    return time < best - best / 16;
  }

  private long patience(int most, long extra) {
    if (isWithin(most, extra)) {
      return PATIENCE;
    }
    return isWithin(NEAR * most, extra) ? MORE_PATIENCE : MOST_PATIENCE;
  }

  /// True if the candidate takes at most so many times as long as the baseline, and so many
  /// nanoseconds besides.
  public boolean isWithin(int most, long extra) {
    return candidate <= (double) most * baseline + extra;
  }

  /// The candidate's time as a multiple of the baseline's.
  public double ratio() {
    return (double) candidate / baseline;
  }
}
