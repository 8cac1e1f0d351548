package io.cleave.tune;

import io.cleave.spi.Background;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import jdk.jfr.FlightRecorder;

/// Finds the fastest candidate for a plan by timing the user's own calls.
///
/// The other candidates are tried one after the other, and each is measured before the next one is
/// tried. Later all are measured again, since HotSpot may not have compiled the baseline at first.
/// In each round the baseline and the candidate take a turn, in random order. A turn is a
/// millisecond of calls, and its time is that of the fastest call: the first one finds the caches
/// full of the other's data. A round gives the candidate a ratio, its time divided by the
/// baseline's, so that other load on the machine affects both.
///
/// A candidate is faster if the median of its ratios is clearly below 1, and most of them are below
/// 1 or many were measured. Otherwise the baseline stays.
///
/// Calls outside a turn go to the fastest candidate so far, and so do all calls while the overhead
/// budget is spent, a candidate is tried in the background, or the last measurement waits for a
/// loop that is being compiled.
///
/// Safe for use by many threads: one of them is timed at a time.
final class Tuner {
  /// Bytes that a plan's calls must move before a trial or a second measurement: plain Java moves
  /// them in some milliseconds.
  private static final long BYTES_TO_PREPARE = 64 << 20;

  /// The fewest calls before that: a program that splits once uses no device.
  private static final int CALLS_TO_PREPARE = 3;

  /// Rounds before a candidate may be a little faster. From then on it is not faster if its median
  /// reaches 1.
  private static final int MIN_ROUNDS = 8;

  private static final int MAX_ROUNDS = 24;

  /// The least share of rounds with a ratio below 1, before [#MAX_ROUNDS]. By chance alone, 7 of 8
  /// happen once in 28 times.
  private static final double FASTER_SHARE = .8;

  /// The largest median with which a candidate is faster.
  private static final double FASTER_MEDIAN = .95;

  /// Rounds after which a clear median decides.
  private static final int EARLY_ROUNDS = 4;

  /// The median above which a candidate is not faster then. It is faster up to the reciprocal, if
  /// no ratio reached 1.
  private static final double EARLY_MEDIAN = 1.25;

  /// How often each candidate is measured.
  private static final int MEASUREMENTS = 2;

  /// Nanoseconds after a measurement before a candidate is measured again, unless a trial fails in
  /// between.
  private static final long PAUSE_NANOS = 250_000_000L;

  /// Nanoseconds of a turn: long enough to be measured precisely.
  private static final double TURN_NANOS = 1_000_000;

  /// The overhead budget of measuring: a share of the time of all calls, plus nanoseconds.
  private static final double BUDGET_SHARE = .03;

  private static final double BUDGET_NANOS = 20e6;

  private static final double UNKNOWN = Double.POSITIVE_INFINITY;

  /// State of a candidate.
  enum State {
    UNDECIDED,
    FASTER,
    NOT_FASTER,
    /// Far too slow, or wrong.
    EXCLUDED,
    /// Excluded, but it may work in another process.
    FAILED
  }

  /// A candidate and its measurements.
  static final class MeasuredCandidate {
    final TuningCandidate candidate;
    private final List<Double> ratios = new ArrayList<>();
    private String remark;
    private State state = State.UNDECIDED;

    /// True while it takes turns.
    private boolean isMeasured;

    /// How often it has been measured: 0 before its trial, and [#MEASUREMENTS] if it is not to be
    /// any more.
    int measurements;

    /// The median of the last measurement that has ended.
    private double settled = 1;

    /// Nanoseconds a byte of the fastest call of this turn, and of all calls.
    private double turn;

    private double best = UNKNOWN;

    /// @param remark its state, for descriptions
    MeasuredCandidate(TuningCandidate candidate, String remark) {
      this.candidate = candidate;
      this.remark = remark;
    }

    private void end(State reached, String why) {
      state = reached;
      remark = why;
      isMeasured = false;
      measurements++;
      settled = median();
    }

    private void add(double ratio) {
      ratios.add(ratio);
      int rounds = ratios.size();
      double median = median();
      long faster = ratios.stream().filter(one -> one < 1).count();
      boolean isEarly = rounds >= EARLY_ROUNDS && median <= 1 / EARLY_MEDIAN && faster == rounds;
      boolean isClear = faster >= FASTER_SHARE * rounds || rounds == MAX_ROUNDS;
      if (isEarly || (rounds >= MIN_ROUNDS && median <= FASTER_MEDIAN && isClear)) {
        end(State.FASTER, "faster");
      } else if ((rounds >= EARLY_ROUNDS && median > EARLY_MEDIAN)
          || (rounds >= MIN_ROUNDS && median >= 1)
          || rounds == MAX_ROUNDS) {
        end(State.NOT_FASTER, "not faster");
      }
    }

    private double median() {
      double[] sorted = ratios.stream().mapToDouble(ratio -> ratio).sorted().toArray();
      int half = sorted.length / 2;
      return sorted.length == 0 ? 1 : (sorted[half] + sorted[sorted.length - 1 - half]) / 2;
    }

    /// `pocl compiled: faster, 0.61 of the baseline's time in 8 rounds, 42.1 GB/s at best`
    private String describe() {
      String text = candidate.name() + ": " + remark;
      if (!ratios.isEmpty()) {
        text += String.format(Locale.ROOT, ", %.2f of the baseline's time", median());
        text += " in %s rounds".formatted(ratios.size());
      }
      return best < UNKNOWN
          ? text + String.format(Locale.ROOT, ", %.1f GB/s at best", 2 / best)
          : text;
    }
  }

  final String key;

  /// Bytes that calls have to move until the next candidate is tried, or measured again.
  private final AtomicLong bytesToPrepare;

  /// The time before which no candidate is measured again.
  private volatile long earliest = System.nanoTime();

  private final AtomicBoolean isTiming = new AtomicBoolean();
  private final Random random = new Random(0);

  /// Those that have not taken their turn in this round.
  private final List<MeasuredCandidate> round = new ArrayList<>();

  /// Nanoseconds of this turn.
  private double turnNanos;

  /// Nanoseconds of all timed calls, and how many fewer the fastest would have taken.
  private double allNanos;

  private double overhead;
  private final List<MeasuredCandidate> all = new ArrayList<>();

  /// The reason for a faster candidate, or for the baseline where it is alone.
  private String reason = "";

  private volatile MeasuredCandidate fastest;

  /// Which measurement is under way, or 0.
  private volatile int measurement;

  private volatile boolean isDecided;

  /// @param mayPrepare false if the other candidates are never prepared
  Tuner(String key, TuningCandidate baseline, boolean mayPrepare) {
    this.key = key;
    this.bytesToPrepare = new AtomicLong(mayPrepare ? BYTES_TO_PREPARE : 0);
    this.fastest = new MeasuredCandidate(baseline, "baseline");
    all.add(fastest);
  }

  /// Adds the other candidates.
  ///
  /// @param why the reason for a faster candidate, or for the baseline where it is alone
  synchronized void add(List<TuningCandidate> others, String why) {
    others.forEach(other -> all.add(new MeasuredCandidate(other, "not decided")));
    reason = why;
    decide();
  }

  /// True if the other candidates have been added.
  synchronized boolean isComplete() {
    return !reason.isEmpty();
  }

  /// The candidate to try now, or to measure again; empty while one is measured, and when all are
  /// decided. One that is faster is used before the trial of the next, which may have to be
  /// compiled.
  synchronized Optional<MeasuredCandidate> due() {
    return measured().isPresent()
        ? Optional.empty()
        : others()
            .filter(one -> one.measurements < MEASUREMENTS)
            .min(Comparator.comparingInt(one -> one.measurements));
  }

  /// Begins to measure a candidate, unless it has failed. One that was faster stays in use.
  synchronized void measure(MeasuredCandidate one) {
    one.isMeasured = one.measurements < MEASUREMENTS;
    one.ratios.clear();
    round.clear();
    decide();
  }

  /// Ends the trial of a candidate, or excludes it. If it was the fastest, the next best takes
  /// over.
  synchronized void end(MeasuredCandidate one, State reached, String why) {
    one.end(reached, why);
    one.measurements = MEASUREMENTS;
    round.remove(one);
    decide();
  }

  /// True if the measurements have ended.
  boolean isDecided() {
    return isDecided;
  }

  /// The fastest candidate so far.
  MeasuredCandidate fastest() {
    return fastest;
  }

  /// Lets the fastest candidate, or the one whose turn it is, carry out a call.
  ///
  /// @param preparation tries the candidate that is due in the background; returns false to be
  ///   asked again after [#BYTES_TO_PREPARE]
  void carryOut(long bytes, Consumer<MeasuredCandidate> call, BooleanSupplier preparation) {
    if (measurement == 0 || mustWait() || !isTiming.compareAndSet(false, true)) {
      call.accept(fastest);
      long step = Math.min(bytes, BYTES_TO_PREPARE / CALLS_TO_PREPARE + 1);
      long before = bytesToPrepare.get() > 0 ? bytesToPrepare.getAndAdd(-step) : 0;
      if (before > 0
          && before <= step
          && (System.nanoTime() - earliest < 0 || !preparation.getAsBoolean())) {
        bytesToPrepare.set(BYTES_TO_PREPARE);
      }
      return;
    }
    try {
      MeasuredCandidate one = next();
      long begin = System.nanoTime();
      call.accept(one);
      record(one, System.nanoTime() - begin, bytes);
    } finally {
      isTiming.set(false);
    }
  }

  /// True while no call should be timed: a candidate is tried in the background, or this is the
  /// last measurement, and loops of the baseline may not be compiled yet.
  private boolean mustWait() {
    return Background.DEVICES.isBusy()
        || (measurement == MEASUREMENTS && Background.LOOPS.isBusy());
  }

  /// The candidate for a call that is timed.
  synchronized MeasuredCandidate next() {
    if (round.isEmpty() && measurement > 0) {
      round.add(all.getFirst());
      measured().ifPresent(round::add);
      round.forEach(one -> one.turn = UNKNOWN);
      Collections.shuffle(round, random);
      turnNanos = 0;
    }
    // Without a time of the fastest, the overhead of another is not known.
    boolean mayMeasure =
        fastest.best < UNKNOWN && overhead <= BUDGET_SHARE * allNanos + BUDGET_NANOS;
    return round.isEmpty() || !mayMeasure ? fastest : round.getFirst();
  }

  private Stream<MeasuredCandidate> others() {
    return all.stream().skip(1);
  }

  private Optional<MeasuredCandidate> measured() {
    return others().filter(one -> one.isMeasured).findFirst();
  }

  /// Records a call that was timed.
  synchronized void record(MeasuredCandidate one, long taken, long bytes) {
    double each = (double) taken / bytes;
    allNanos += taken;
    overhead += one == fastest ? 0 : Math.max(0, taken - fastest.best * bytes);
    one.best = Math.min(one.best, each);
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
      measured().ifPresent(other -> other.add(other.turn / all.getFirst().turn));
      decide();
    }
  }

  private void decide() {
    fastest =
        others()
            .filter(one -> one.state == State.FASTER)
            .min(Comparator.comparingDouble(one -> one.settled))
            .orElse(all.getFirst());
    boolean wasMeasuring = measurement > 0;
    boolean wasDecided = isDecided;
    measurement = measured().map(one -> one.measurements + 1).orElse(0);
    isDecided = measurement == 0 && due().isEmpty();
    if (wasMeasuring && measurement == 0 && !isDecided) {
      earliest = System.nanoTime() + (due().orElseThrow().measurements > 0 ? PAUSE_NANOS : 0);
      bytesToPrepare.set(BYTES_TO_PREPARE);
    }
    if (!wasDecided && isDecided && all.size() > 1 && FlightRecorder.isInitialized()) {
      new TuningEvent(result()).commit();
    }
  }

  /// The fastest candidate so far, with the figures of all.
  synchronized TuningResult result() {
    boolean isBaseline = fastest == all.getFirst();
    boolean isMeasured = others().anyMatch(one -> one.state == State.NOT_FASTER);
    String others = isMeasured ? "the others are not faster" : "the others are excluded";
    String baseline = isDecided ? others : "not decided";
    return new TuningResult(
        key,
        fastest.candidate.name(),
        fastest.candidate.revision(),
        isBaseline && (all.size() > 1 || !isDecided) ? baseline : reason,
        all.stream().noneMatch(one -> one.state == State.FAILED),
        all.stream().map(MeasuredCandidate::describe).toList());
  }
}
