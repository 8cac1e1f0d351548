package io.cleave.cli;

import io.cleave.cli.Candidate.Prepared;
import io.cleave.cli.Candidate.Role;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/// A candidate that carries out one split again and again, and the times that it takes. Used by one
/// thread.
final class TimedRun {
  /// Shorter splits are timed several at once: reading the clock takes 20 to 30 ns, and the first
  /// call finds other data in the cache and idle threads asleep.
  private static final double SHORTEST_TURN = 1e-3;

  private static final int FEWEST_TURNS = 5;

  /// A candidate that is slower than the time allows by this factor may do fewer turns and calls.
  private static final int PATIENCE = 4;

  /// Seconds. After a shorter time HotSpot has not compiled some of the loops.
  private static final double MOST_WARM_UP = 0.4;

  /// The fewest warm-up calls of candidates that measure and choose by themselves.
  private static final int SETTLING_CALLS = 60;

  /// The second half of the turns may be faster than the first by this factor at most.
  private static final double STEADY = 0.9;

  /// Nanoseconds. OpenMP's threads, which peers use, spin for some milliseconds after their work.
  private static final long PAUSE_AFTER_PEERS = 5_000_000;

  private final Candidate candidate;
  private final Prepared prepared;
  private final double each;
  private final List<Double> times = new ArrayList<>();
  private long batch = 1;
  private double total;

  /// A candidate that has not been timed yet.
  ///
  /// @param each the seconds that turns will take together
  TimedRun(Candidate candidate, Prepared prepared, double each) {
    this.candidate = candidate;
    this.prepared = prepared;
    this.each = each;
  }

  /// Splits until compiled code and measured choices have settled, and finds out how many splits
  /// make a turn.
  void warmUp() {
    boolean chooses = candidate.role() == Role.CHOICE;
    double allowed = Math.min(8 * each, MOST_WARM_UP) / (chooses ? 1 : 2);
    int least = chooses ? SETTLING_CALLS : 2;
    double last;
    double taken = 0;
    int calls = 0;
    do {
      last = seconds(1);
      taken += last;
      calls++;
    } while (taken < allowed || (calls < least && !isLong(taken, allowed)));
    batch = Math.clamp((long) Math.ceil(SHORTEST_TURN / Math.max(last, 1e-9)), 1, 100_000);
  }

  /// Takes one turn.
  void turn() {
    double taken = seconds(batch);
    times.add(taken / batch);
    total += taken;
    if (candidate.role() == Role.PEER) {
      LockSupport.parkNanos(PAUSE_AFTER_PEERS);
    }
  }

  /// Splits so often, and measures how long that takes.
  private double seconds(long calls) {
    long begin = System.nanoTime();
    for (long i = 0; i < calls; i++) {
      prepared.work().run();
    }
    return (System.nanoTime() - begin) / 1e9;
  }

  boolean isDone() {
    return total >= each && (isLong(total, each) || (times.size() >= FEWEST_TURNS && isSteady()));
  }

  /// True if the second half of the turns was not clearly faster than the first, as it is where
  /// compiled code has replaced slower code meanwhile.
  private boolean isSteady() {
    int half = times.size() / 2;
    double later = Collections.min(times.subList(half, times.size()));
    return later > STEADY * Collections.min(times.subList(0, half));
  }

  private static boolean isLong(double taken, double allowed) {
    return allowed > 0 && taken >= PATIENCE * allowed;
  }

  /// The result.
  Result.Measurement measurement() {
    double median = times.stream().sorted().toList().get(times.size() / 2);
    return new Result.Measurement(candidate, Collections.min(times), median);
  }

  void close() {
    prepared.closing().run();
  }
}
