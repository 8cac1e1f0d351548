package io.cleave.tune;

import io.cleave.spi.Background;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import jdk.jfr.FlightRecorder;

/// Finds the fastest candidate for a plan by timing the user's own calls.
///
/// In each round the baseline and every challenger take a turn, in random order. A turn is a
/// millisecond of calls, and its time is that of the fastest call: the first one finds the caches
/// full of another candidate's data. A round gives one ratio for each challenger, its time divided
/// by the baseline's, so that other load on the machine affects both.
///
/// A challenger wins if the median of its ratios is clearly below 1, and most of them are below 1.
/// In a tie the baseline stays.
///
/// Calls outside a turn go to the leader, and so do all calls while the overhead budget is spent.
///
/// Safe for use by many threads: one of them is timed at a time, the others take the leader.
final class Tuner {
  /// Bytes that a plan's calls must move before devices are opened and kernels compiled for it:
  /// plain Java moves them in some milliseconds.
  private static final long BYTES_TO_PREPARE = 64 << 20;

  /// The fewest calls before that: a program that splits once uses no device.
  private static final int CALLS_TO_PREPARE = 3;

  /// Rounds before a challenger may win. From then on it loses when its median reaches 1.
  private static final int MIN_ROUNDS = 8;

  private static final int MAX_ROUNDS = 24;

  /// The share of its rounds in which a winner is faster. By chance alone, 7 of 8 happen once in 28
  /// times.
  private static final double WIN_SHARE = .8;

  /// The largest median with which a challenger wins.
  private static final double WIN_MEDIAN = .95;

  /// Rounds after which a challenger already loses if its median is above this.
  private static final int EARLY_ROUNDS = 4;

  private static final double EARLY_OUT_MEDIAN = 1.25;

  /// Nanoseconds of a turn: long enough to be measured precisely.
  private static final double TURN_NANOS = 1_000_000;

  /// The overhead budget of measuring: a share of the time of all calls, plus nanoseconds.
  private static final double BUDGET_SHARE = .03;

  private static final double BUDGET_NANOS = 20e6;

  private static final double UNKNOWN = Double.POSITIVE_INFINITY;

  /// State of a candidate.
  enum State {
    RACING,
    WON,
    LOST,
    /// Too slow, or wrong.
    OUT,
    /// Out, but it may work in another process.
    FAILED
  }

  /// A candidate and its measurements.
  static final class Standing {
    final Candidate candidate;
    private final List<Double> ratios = new ArrayList<>();
    private String remark;
    private State state = State.RACING;

    /// Nanoseconds a byte of the fastest call of this turn, and of all calls.
    private double turn;

    private double fastest = UNKNOWN;

    /// @param remark its state, for descriptions
    Standing(Candidate candidate, String remark) {
      this.candidate = candidate;
      this.remark = remark;
    }

    /// Ends its measurements.
    void end(State reached, String why) {
      state = reached;
      remark = why;
    }

    private void add(double ratio) {
      ratios.add(ratio);
      int rounds = ratios.size();
      double median = median();
      long faster = ratios.stream().filter(one -> one < 1).count();
      if (rounds >= MIN_ROUNDS && median <= WIN_MEDIAN && faster >= WIN_SHARE * rounds) {
        end(State.WON, "faster");
      } else if ((rounds >= EARLY_ROUNDS && median > EARLY_OUT_MEDIAN)
          || (rounds >= MIN_ROUNDS && median >= 1)
          || rounds == MAX_ROUNDS) {
        end(State.LOST, "not faster");
      }
    }

    private double median() {
      double[] sorted = ratios.stream().mapToDouble(ratio -> ratio).sorted().toArray();
      int half = sorted.length / 2;
      return sorted.length == 0 ? 1 : (sorted[half] + sorted[sorted.length - 1 - half]) / 2;
    }

    /// `pocl compiled: faster, 0.61 of the expected one's time in 8 rounds, 42.1 GB/s at best`
    private String describe() {
      String text = candidate.name() + ": " + remark;
      if (!ratios.isEmpty()) {
        text += String.format(Locale.ROOT, ", %.2f of the expected one's time", median());
        text += " in %s rounds".formatted(ratios.size());
      }
      return fastest < UNKNOWN
          ? text + String.format(Locale.ROOT, ", %.1f GB/s at best", 2 / fastest)
          : text;
    }
  }

  final String key;

  /// Bytes that calls have to move until challengers are prepared.
  private final AtomicLong bytesToPrepare;

  private final AtomicBoolean isTiming = new AtomicBoolean();
  private final Random random = new Random(0);

  /// Those that have not taken their turn in this round.
  private final List<Standing> round = new ArrayList<>();

  /// Nanoseconds of this turn.
  private double turnNanos;

  /// Nanoseconds of all timed calls, and how many fewer the leader would have taken.
  private double allNanos;

  private double overhead;
  private List<Standing> all;

  /// The reason for one that wins, or for the baseline where it is alone.
  private String reason = "";

  private volatile Standing leader;
  private volatile boolean isMeasuring;
  private volatile boolean isDecided;

  /// @param mayPrepare false if challengers are never prepared
  Tuner(String key, Candidate baseline, boolean mayPrepare) {
    this.key = key;
    this.bytesToPrepare = new AtomicLong(mayPrepare ? BYTES_TO_PREPARE : 0);
    this.leader = new Standing(baseline, "expected");
    this.all = List.of(leader);
  }

  /// Adds challengers, and begins to measure those that have neither won nor been excluded.
  ///
  /// @param why the reason for one that wins, or for the baseline where it is alone
  synchronized void begin(List<Standing> challengers, String why) {
    all = Stream.concat(all.stream(), challengers.stream()).toList();
    reason = why;
    decide();
  }

  /// True if challengers have been prepared.
  boolean isPrepared() {
    return isMeasuring || isDecided;
  }

  /// True if the measurements have ended.
  boolean isDecided() {
    return isDecided;
  }

  /// The fastest candidate so far.
  Standing leader() {
    return leader;
  }

  /// Lets the leader, or the candidate whose turn it is, carry out a call.
  ///
  /// @param preparation prepares the challengers, in the background, after [#BYTES_TO_PREPARE]
  void carryOut(long bytes, Consumer<Standing> call, Runnable preparation) {
    if (!isMeasuring || Background.DEVICES.isBusy() || !isTiming.compareAndSet(false, true)) {
      call.accept(leader);
      long step = Math.min(bytes, BYTES_TO_PREPARE / CALLS_TO_PREPARE + 1);
      long before = bytesToPrepare.get() > 0 ? bytesToPrepare.getAndAdd(-step) : 0;
      if (before > 0 && before <= step && !Background.DEVICES.offer(preparation)) {
        bytesToPrepare.set(BYTES_TO_PREPARE);
      }
      return;
    }
    try {
      Standing one = next();
      long begin = System.nanoTime();
      call.accept(one);
      record(one, System.nanoTime() - begin, bytes);
    } finally {
      isTiming.set(false);
    }
  }

  /// The candidate for a call that is timed.
  synchronized Standing next() {
    if (round.isEmpty() && isMeasuring) {
      round.add(all.getFirst());
      racing().forEach(round::add);
      round.forEach(one -> one.turn = UNKNOWN);
      Collections.shuffle(round, random);
      turnNanos = 0;
    }
    // Without a time of the leader, the overhead of a challenger is not known.
    boolean mayMeasure =
        leader.fastest < UNKNOWN && overhead <= BUDGET_SHARE * allNanos + BUDGET_NANOS;
    return round.isEmpty() || !mayMeasure ? leader : round.getFirst();
  }

  private Stream<Standing> challengers() {
    return all.stream().skip(1);
  }

  private List<Standing> racing() {
    return challengers().filter(one -> one.state == State.RACING).toList();
  }

  /// Records a call that was timed.
  synchronized void record(Standing one, long taken, long bytes) {
    double each = (double) taken / bytes;
    allNanos += taken;
    overhead += one == leader ? 0 : Math.max(0, taken - leader.fastest * bytes);
    one.fastest = Math.min(one.fastest, each);
    if (round.isEmpty() || round.getFirst() != one) {
      return;
    }
    one.turn = Math.min(one.turn, each);
    turnNanos += taken;
    if (turnNanos >= TURN_NANOS) {
      turnNanos = 0;
      round.removeFirst();
    }
    if (round.isEmpty()) {
      racing().forEach(challenger -> challenger.add(challenger.turn / all.getFirst().turn));
      decide();
    }
  }

  /// Excludes a challenger that failed. If it had won, the next best takes over.
  synchronized void exclude(Standing failed, String why) {
    failed.end(State.FAILED, why);
    round.remove(failed);
    decide();
  }

  private void decide() {
    leader =
        challengers()
            .filter(one -> one.state == State.WON)
            .min(Comparator.comparingDouble(Standing::median))
            .orElse(all.getFirst());
    boolean wasMeasuring = isMeasuring;
    isDecided = racing().isEmpty();
    isMeasuring = !isDecided;
    if (wasMeasuring && isDecided && FlightRecorder.isInitialized()) {
      new TuningEvent(result()).commit();
    }
  }

  /// The leader, with the figures of all candidates.
  synchronized TuningResult result() {
    boolean isBaseline = leader == all.getFirst();
    boolean areOut =
        challengers().allMatch(one -> one.state == State.OUT || one.state == State.FAILED);
    String baseline = !isDecided ? "expected" : areOut ? "the others are out" : "tie";
    return new TuningResult(
        key,
        leader.candidate.name(),
        leader.candidate.revision(),
        isBaseline && (all.size() > 1 || !isDecided) ? baseline : reason,
        all.stream().noneMatch(one -> one.state == State.FAILED),
        all.stream().map(Standing::describe).toList());
  }
}
