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

/// Finds the fastest candidate for a plan by timing the user's own calls.
///
/// In each round the baseline and every challenger take a turn, in random order. A turn is as many
/// calls as take a millisecond, and its time is that of the fastest of them: the first one finds
/// the caches full of another candidate's data. A round gives one ratio for each challenger, its
/// time by the baseline's, so that whatever else the machine does affects both.
///
/// A challenger wins if the median of its ratios is clearly below 1, and most of them are below 1.
/// Of two candidates alike, the baseline stays.
///
/// Calls outside a turn go to the leader, and so do all calls while measuring has cost too much.
///
/// Safe for use by many threads: one of them is timed at a time, the others take the leader.
final class Tuner {
  /// Bytes of a plan's calls before it is worth to open devices and compile kernels for it: plain
  /// Java takes some milliseconds.
  private static final long WORTH_BYTES = 64 << 20;

  /// Calls before that at least: a program that splits once uses no device.
  private static final int WORTH_CALLS = 3;

  /// Rounds before a challenger may win; from then on it is out when its median reaches 1.
  private static final int ENOUGH_ROUNDS = 8;

  private static final int MOST_ROUNDS = 24;

  /// A winner is faster in so many of its rounds: by chance alone in 7 of 8 once in 28 times.
  private static final double SURE = .8;

  /// The largest median with which a challenger wins.
  private static final double MARGIN = .95;

  /// Rounds after which a challenger is out with this median already.
  private static final int FEW_ROUNDS = 4;

  private static final double BEHIND = 1.25;

  /// Nanoseconds of a turn, so that a clock can tell its calls from noise.
  private static final double TURN = 1_000_000;

  /// The time that measuring may cost: a share of the time of all calls, and nanoseconds besides.
  private static final double SHARE = .03;

  private static final double GRANT = 20e6;

  private static final double UNKNOWN = Double.POSITIVE_INFINITY;

  /// A candidate and its measurements.
  static final class Standing {
    final Candidate candidate;
    private final List<Double> ratios = new ArrayList<>();
    private String remark;
    private boolean isRacing = true;
    private boolean hasWon;
    private boolean isOut;
    private boolean hasFailed;

    /// Nanoseconds for a byte by the fastest call of this turn, and of all.
    private double turn;

    private double fastest = UNKNOWN;

    /// @param remark what is known of it
    Standing(Candidate candidate, String remark) {
      this.candidate = candidate;
      this.remark = remark;
    }

    /// Takes it out.
    ///
    /// @param failed false if it would not do better in another process
    void exclude(String why, boolean failed) {
      isOut = true;
      hasFailed = failed;
      end(false, "out: " + why);
    }

    /// Measures it no more.
    void end(boolean won, String why) {
      isRacing = false;
      hasWon = won;
      remark = why;
    }

    private void add(double ratio) {
      ratios.add(ratio);
      int rounds = ratios.size();
      double median = median();
      long faster = ratios.stream().filter(one -> one < 1).count();
      if (rounds >= ENOUGH_ROUNDS && median <= MARGIN && faster >= SURE * rounds) {
        end(true, "faster");
      } else if ((rounds >= FEW_ROUNDS && median > BEHIND)
          || (rounds >= ENOUGH_ROUNDS && median >= 1)
          || rounds == MOST_ROUNDS) {
        end(false, "not faster");
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

  /// Bytes of calls until challengers are prepared.
  private final AtomicLong left;

  private final AtomicBoolean isTiming = new AtomicBoolean();
  private final Random random = new Random(0);

  /// Those that have not taken their turn in this round.
  private final List<Standing> round = new ArrayList<>();

  /// Nanoseconds of this turn.
  private double elapsed;

  /// Nanoseconds that all calls took, and how many of them the leader would have saved.
  private double total;

  private double extra;
  private List<Standing> all;
  private String won = "";
  private volatile Standing leader;
  private volatile boolean isMeasuring;
  private volatile boolean isDecided;

  /// @param mayPrepare whether challengers are to be prepared at all
  Tuner(String key, Candidate baseline, boolean mayPrepare) {
    this.key = key;
    this.left = new AtomicLong(mayPrepare ? WORTH_BYTES : 0);
    this.leader = new Standing(baseline, "expected");
    this.all = List.of(leader);
  }

  /// Takes challengers, and begins to measure those that have neither won nor are out.
  ///
  /// @param why the reason for one that wins, or for the baseline where it is alone
  synchronized void begin(List<Standing> challengers, String why) {
    all = Stream.concat(all.stream(), challengers.stream()).toList();
    won = why;
    decide();
  }

  /// True if challengers have been prepared.
  boolean isPrepared() {
    return isMeasuring || isDecided;
  }

  /// True if nothing is measured any more.
  boolean isDecided() {
    return isDecided;
  }

  /// The fastest so far.
  Standing leader() {
    return leader;
  }

  /// Has a call carried out by the leader, or by the candidate whose turn it is.
  ///
  /// @param preparation prepares the challengers; begun in the background when it is worth it
  void carryOut(long bytes, Consumer<Standing> call, Runnable preparation) {
    if (!isMeasuring || Background.DEVICES.isBusy() || !isTiming.compareAndSet(false, true)) {
      call.accept(leader);
      long step = Math.min(bytes, WORTH_BYTES / WORTH_CALLS + 1);
      long before = left.get() > 0 ? left.getAndAdd(-step) : 0;
      if (before > 0 && before <= step && !Background.DEVICES.offer(preparation)) {
        left.set(WORTH_BYTES);
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
      elapsed = 0;
    }
    // Without a time of the leader's, the cost of a challenger is not known.
    boolean mayMeasure = leader.fastest < UNKNOWN && extra <= SHARE * total + GRANT;
    return round.isEmpty() || !mayMeasure ? leader : round.getFirst();
  }

  private Stream<Standing> challengers() {
    return all.stream().skip(1);
  }

  private List<Standing> racing() {
    return challengers().filter(one -> one.isRacing).toList();
  }

  /// Records a call that was timed.
  synchronized void record(Standing one, long taken, long bytes) {
    double each = (double) taken / bytes;
    total += taken;
    extra += one == leader ? 0 : Math.max(0, taken - leader.fastest * bytes);
    one.fastest = Math.min(one.fastest, each);
    if (round.isEmpty() || round.getFirst() != one) {
      return;
    }
    one.turn = Math.min(one.turn, each);
    elapsed += taken;
    if (elapsed >= TURN) {
      elapsed = 0;
      round.removeFirst();
    }
    if (round.isEmpty()) {
      racing().forEach(challenger -> challenger.add(challenger.turn / all.getFirst().turn));
      decide();
    }
  }

  /// Takes a challenger out that failed. If it has won, the next best takes over.
  synchronized void exclude(Standing failed, String why) {
    failed.exclude(why, true);
    round.remove(failed);
    decide();
  }

  private void decide() {
    leader =
        challengers()
            .filter(one -> one.hasWon)
            .min(Comparator.comparingDouble(Standing::median))
            .orElse(all.getFirst());
    boolean wasMeasuring = isMeasuring;
    isDecided = racing().isEmpty();
    isMeasuring = !isDecided;
    if (wasMeasuring && isDecided) {
      new TuningEvent(result()).commit();
    }
  }

  /// The leader, with the figures of all candidates.
  synchronized TuningResult result() {
    boolean isBaseline = leader == all.getFirst();
    boolean areOut = challengers().allMatch(one -> one.isOut);
    String baseline = !isDecided ? "expected" : areOut ? "the others are out" : "tie";
    return new TuningResult(
        key,
        leader.candidate.name(),
        leader.candidate.revision(),
        isBaseline && (all.size() > 1 || !isDecided) ? baseline : won,
        all.stream().noneMatch(one -> one.hasFailed),
        all.stream().map(Standing::describe).toList());
  }
}
