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
/// @param steady how long both are run on since one last got faster, in nanoseconds, if the
///   candidate is fast enough
/// @param patience the same if it is not; most of it passes asleep
public record WarmUp(double most, long extra, int runs, long steady, long patience) {
  /// The nanoseconds of the fastest run of each.
  public record Times(long baseline, long candidate) {}

  private static final long SLEEP = 5_000_000;

  /// Runs both until their times are steady.
  ///
  /// @param isCancelled whether to stop, with times that mean nothing
  public Times times(Runnable baseline, Runnable candidate, BooleanSupplier isCancelled) {
    Times best = new Times(Long.MAX_VALUE, Long.MAX_VALUE);
    long now = System.nanoTime();
    long improved = now;
    for (int run = 0; !isCancelled.getAsBoolean() && isGoing(best, now - improved); run++) {
      if (run > runs && now - improved > 2 * SLEEP) {
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

  private boolean isGoing(Times best, long unimproved) {
    return unimproved < (isMet(best) ? steady : patience);
  }

  private static boolean isShorter(long time, long best) {
    return time < best - best / 16;
  }

  /// True if the candidate is fast enough.
  public boolean isMet(Times times) {
    return times.candidate <= most * times.baseline + extra;
  }
}
