package io.cleave.cli.bench;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/// A candidate that is ready to carry out one split again and again, and the times that it took.
/// Used by one thread.
public final class Trial implements AutoCloseable {
  /// Shorter splits are timed several at once: reading the clock takes 20 to 30 ns, and the first
  /// call finds other data in the cache and idle threads asleep.
  private static final double SHORTEST_TURN = 1e-3;

  private static final int FEWEST_TURNS = 5;

  /// A candidate that is slower than the time allows by this factor may do fewer turns and calls.
  private static final int PATIENCE = 4;

  /// In 60 ms, the JVM had not compiled one of 24 images, which took 18 times as long as later.
  private static final double MOST_WARM_UP = 0.4;

  /// The fewest warm-up calls of candidates that measure and choose by themselves.
  private static final int SETTLING_CALLS = 60;

  /// The second half of the turns may be faster than the first by this factor at most.
  private static final double STEADY = 0.9;

  private final Runnable work;
  private final IntFunction<MemorySegment> parts;
  private final Runnable closing;
  private final List<Double> times = new ArrayList<>();
  private long batch = 1;
  private double total;

  /// A trial that has not been timed yet.
  ///
  /// @param work splits once: the code that is timed. All parts are in memory of their own when it
  ///   returns
  /// @param parts gives a part as the last run wrote it
  /// @param closing releases everything
  public Trial(Runnable work, IntFunction<MemorySegment> parts, Runnable closing) {
    this.work = work;
    this.parts = parts;
    this.closing = closing;
  }

  /// Splits once, not timed.
  void run() {
    work.run();
  }

  /// A part as the last run wrote it.
  MemorySegment part(int index) {
    return parts.apply(index);
  }

  /// Splits until compiled code and measured choices have settled, and finds out how many splits
  /// make a turn.
  ///
  /// @param each the seconds that turns will take together
  /// @param chooses whether the candidate measures and chooses by itself
  void warmUp(double each, boolean chooses) {
    double allowed = Math.min(8 * each, MOST_WARM_UP) / (chooses ? 1 : 2);
    int least = chooses ? SETTLING_CALLS : 2;
    double begin = now();
    double before;
    double after = begin;
    int calls = 0;
    do {
      before = after;
      work.run();
      after = now();
      calls++;
    } while (after - begin < allowed || (calls < least && !isLong(after - begin, allowed)));
    double last = Math.max(after - before, 1e-9);
    batch = Math.clamp((long) Math.ceil(SHORTEST_TURN / last), 1, 100_000);
  }

  /// Takes one turn.
  void turn() {
    double begin = now();
    for (long i = 0; i < batch; i++) {
      work.run();
    }
    double taken = now() - begin;
    times.add(taken / batch);
    total += taken;
  }

  boolean isDone(double each) {
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
  Result.Measurement measurement(Candidate candidate) {
    double median = times.stream().sorted().toList().get(times.size() / 2);
    return new Result.Measurement(candidate, best(times), median);
  }

  private static double now() {
    return System.nanoTime() / 1e9;
  }

  @Override
  public void close() {
    closing.run();
  }
}
