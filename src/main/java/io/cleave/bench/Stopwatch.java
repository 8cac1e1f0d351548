package io.cleave.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// One entrant's times in one heat. Used by one thread.
final class Stopwatch implements AutoCloseable {
  /// Shorter splits are taken several at a time: the clock itself takes 20 to 30 ns, and the first
  /// one finds other data in the cache and helpers asleep.
  private static final double LEAST_SECONDS = 1e-3;

  private static final int MOST_WARM_UPS = 20_000;

  private static final double STEADY = 0.9;

  private final Run run;
  private final List<Double> times = new ArrayList<>();
  private long batch = 1;
  private double total;

  Stopwatch(Run run) {
    this.run = run;
  }

  Run run() {
    return run;
  }

  /// Splits a few times, and finds out how many splits make a turn.
  void warmUp(Duration time) {
    warmUp(2, MOST_WARM_UPS, seconds(time));
  }

  /// The same for one who measures and chooses.
  void settle(Effort effort) {
    warmUp(Effort.SETTLING_CALLS, Integer.MAX_VALUE, seconds(effort.settling()));
  }

  private void warmUp(int least, int most, double time) {
    double begin = now();
    double last;
    double taken;
    int calls = 0;
    do {
      double before = now();
      run.once();
      double after = now();
      last = after - before;
      taken = after - begin;
      calls++;
    } while ((calls < least && !isLong(taken, time)) || (calls < most && taken < time));
    batch = Math.clamp((long) Math.ceil(LEAST_SECONDS / Math.max(last, 1e-9)), 1, 100_000);
  }

  /// Takes one turn.
  void turn() {
    double begin = now();
    for (long i = 0; i < batch; i++) {
      run.once();
    }
    double taken = now() - begin;
    times.add(taken / batch);
    total += taken;
  }

  boolean isDone(Effort effort) {
    double time = seconds(effort.each());
    return total >= time
        && (isLong(total, time) || (times.size() >= effort.rounds() && isSteady()));
  }

  /// Whether the second half of the turns was not clearly faster than the first: it is where
  /// compiled code has come to replace slower code meanwhile. Of 12 splits of 256 KiB, 60 ms each
  /// after as much to warm up, one took 1.5 times what it took in 500 ms.
  private boolean isSteady() {
    int half = times.size() / 2;
    return half == 0
        || best(times.subList(half, times.size())) > STEADY * best(times.subList(0, half));
  }

  private static double best(List<Double> times) {
    return times.stream().reduce(Double.POSITIVE_INFINITY, Math::min);
  }

  private static boolean isLong(double taken, double allowed) {
    return allowed > 0 && taken >= Effort.PATIENCE * allowed;
  }

  double bestSeconds() {
    return best(times);
  }

  double medianSeconds() {
    return times.stream().sorted().toList().get(times.size() / 2);
  }

  private static double seconds(Duration time) {
    return time.toNanos() / 1e9;
  }

  private static double now() {
    return System.nanoTime() / 1e9;
  }

  @Override
  public void close() {
    run.close();
  }
}
