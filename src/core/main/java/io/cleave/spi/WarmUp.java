package io.cleave.spi;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Warm-up of a candidate beside a baseline: runs both in turn until HotSpot has compiled them and
/// neither gets faster any more.
///
/// A candidate that is fast enough is soon done. One that is slower has more time, since it may
/// still be interpreted, or compiled by the first of two compilers.
///
/// @param most how many times as long as the baseline the candidate may take
/// @param extra nanoseconds that it may take besides
/// @param runs the runs of each without a pause, enough for HotSpot's second compiler to begin
/// @param patience how long a candidate may stay much slower, in nanoseconds; most of it passes
///   asleep
public record WarmUp(int most, long extra, int runs, long patience) {
  /// The nanoseconds of the fastest run of each.
  public record Times(long baseline, long candidate) {}

  /// How long code that gets no faster is run on: HotSpot compiles meanwhile.
  private static final long STEADY = 10_000_000;

  /// The patience with a candidate that is too slow, but not by much. (u8 in two on vectors: 1.4
  /// times as long as plain loops for .1 s, and then a tenth of their time.)
  private static final long MORE_PATIENCE = 300_000_000;

  private static final int NEAR = 2;
  private static final long SLEEP = 5_000_000;

  /// Runs both until their times are steady.
  ///
  /// @param isCancelled whether to stop, with times that mean nothing
  public Times times(Runnable baseline, Runnable candidate, BooleanSupplier isCancelled) {
    Times best = new Times(Long.MAX_VALUE / 2, Long.MAX_VALUE);
    long now = System.nanoTime();
    long improved = now;
    for (int run = 0; !isCancelled.getAsBoolean() && now - improved < patience(best); run++) {
      if (run > runs && now - improved > STEADY) {
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
      best = new Times(Math.min(best.baseline, ofBaseline), Math.min(best.candidate, ofCandidate));
    }
    return best;
  }

  private static boolean isShorter(long time, long best) {
    return time < best - best / 16;
  }

  private long patience(Times times) {
    if (isMet(times)) {
      return STEADY;
    }
    return isMet(times, NEAR) ? Math.min(MORE_PATIENCE, patience) : patience;
  }

  /// True if the candidate is fast enough.
  public boolean isMet(Times times) {
    return isMet(times, 1);
  }

  private boolean isMet(Times times, int tolerance) {
    return times.candidate <= (double) most * tolerance * times.baseline + extra;
  }
}
