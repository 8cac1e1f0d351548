package io.cleave.cli.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Warms up and times one candidate's trial. Used by one thread.
final class TrialTimer implements AutoCloseable {
  /// Shorter splits are timed several at once: reading the clock takes 20 to 30 ns, and the first
  /// call finds other data in the cache and idle threads asleep.
  private static final double SHORTEST_TURN = 1e-3;

  private static final int FEWEST_TURNS = 5;

  /// A candidate that is slower than the time allows by this factor may do fewer turns and calls.
  private static final int PATIENCE = 4;

  private static final int MOST_WARM_UPS = 20_000;

  /// The fewest warm-up calls of candidates that measure and choose by themselves.
  private static final int SETTLING_CALLS = 60;

  private static final double MOST_SETTLING = 0.4;

  /// The second half of the turns may be faster than the first by this factor at most.
  private static final double STEADY = 0.9;

  private final Candidate candidate;
  private final Trial trial;
  private final double each;
  private final double warmUp;
  private final List<Double> times = new ArrayList<>();
  private long batch = 1;
  private double total;

  TrialTimer(Candidate candidate, Trial trial, Duration each, Duration warmUp) {
    this.candidate = candidate;
    this.trial = trial;
    this.each = each.toNanos() / 1e9;
    this.warmUp = warmUp.toNanos() / 1e9;
  }

  Candidate candidate() {
    return candidate;
  }

  /// Splits until compiled code and measured choices have settled, and finds out how many splits
  /// make a turn.
  void warmUp() {
    boolean chooses = candidate.role() == Role.CHOICE;
    double settling = Math.min(8 * each, MOST_SETTLING);
    // In 60 ms, the JVM had not compiled one of 24 images, which took 18 times as long as later.
    double time = chooses ? settling : candidate.role() == Role.SPLITTER ? settling / 2 : warmUp;
    int least = chooses ? SETTLING_CALLS : 2;
    int most = chooses ? Integer.MAX_VALUE : MOST_WARM_UPS;
    double begin = now();
    double before;
    double after = begin;
    int calls = 0;
    do {
      before = after;
      trial.work().run();
      after = now();
      calls++;
    } while ((calls < least && !isLong(after - begin, time))
        || (calls < most && after - begin < time));
    double last = Math.max(after - before, 1e-9);
    batch = Math.clamp((long) Math.ceil(SHORTEST_TURN / last), 1, 100_000);
  }

  /// Takes one turn.
  void turn() {
    double begin = now();
    for (long i = 0; i < batch; i++) {
      trial.work().run();
    }
    double taken = now() - begin;
    times.add(taken / batch);
    total += taken;
  }

  boolean isDone() {
    return total >= each && (isLong(total, each) || (times.size() >= FEWEST_TURNS && isSteady()));
  }

  /// True if the second half of the turns was not clearly faster than the first, as it is where
  /// compiled code has replaced slower code meanwhile. Of 12 splits of 256 KiB, 60 ms each after as
  /// much to warm up, one took 1.5 times as long as in 500 ms.
  private boolean isSteady() {
    int half = times.size() / 2;
    return best(times.subList(half, times.size())) > STEADY * best(times.subList(0, half));
  }

  private static double best(List<Double> times) {
    return times.stream().reduce(Double.POSITIVE_INFINITY, Math::min);
  }

  private static boolean isLong(double taken, double allowed) {
    return allowed > 0 && taken >= PATIENCE * allowed;
  }

  /// The result.
  Result.Measurement measurement() {
    double median = times.stream().sorted().toList().get(times.size() / 2);
    return new Result.Measurement(candidate.role(), candidate.label(), best(times), median);
  }

  private static double now() {
    return System.nanoTime() / 1e9;
  }

  @Override
  public void close() {
    trial.close();
  }
}
