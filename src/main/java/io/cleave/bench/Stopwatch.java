package io.cleave.bench;

/// One entrant's times in one heat. Used by one thread.
final class Stopwatch implements AutoCloseable {
  /// Shorter splits are taken several at a time: the clock itself takes 20 to 30 ns.
  private static final double LEAST_SECONDS = 200e-6;

  private static final int MOST_WARM_UPS = 20_000;

  private final Run run;
  private long batch = 1;
  private double best = Double.POSITIVE_INFINITY;
  private double total;
  private int turns;

  Stopwatch(Run run) {
    this.run = run;
  }

  Run run() {
    return run;
  }

  /// Splits until everything is compiled, and finds out how many splits make a turn.
  void warmUp(Effort effort) {
    double begin = now();
    double last = 0;
    for (int i = 0; i < 2 || (i < MOST_WARM_UPS && now() - begin < effort.seconds() / 2); i++) {
      double before = now();
      run.once();
      last = now() - before;
    }
    batch = Math.clamp((long) Math.ceil(LEAST_SECONDS / Math.max(last, 1e-9)), 1, 100_000);
  }

  /// Takes one turn.
  void turn() {
    double begin = now();
    for (long i = 0; i < batch; i++) {
      run.once();
    }
    double taken = now() - begin;
    best = Math.min(best, taken / batch);
    total += taken;
    turns++;
  }

  boolean isDone(Effort effort) {
    return turns >= effort.rounds() && total >= effort.seconds();
  }

  double bestSeconds() {
    return best;
  }

  private static double now() {
    return System.nanoTime() / 1e9;
  }

  @Override
  public void close() {
    run.close();
  }
}
