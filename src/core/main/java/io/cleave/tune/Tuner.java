package io.cleave.tune;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Finds the fastest candidate for a plan by timing the user's own calls.
///
/// In each round the baseline and every challenger take a turn, in random order. A turn is as many
/// calls as take a millisecond. A round gives one ratio for each challenger, its time by the
/// baseline's, so that whatever else the machine does affects both. A challenger wins if the median
/// of its ratios is clearly below 1, and most of them are below 1. Of two candidates alike, the
/// baseline stays.
///
/// Calls outside a turn go to the leader, and so do all calls while measuring has cost too much.
///
/// Safe for use by many threads: one of them is timed at a time, the others take the leader.
final class Tuner {
  /// The rounds after which a challenger may win, and how many of them it must be faster in: by
  /// chance alone it would in 3.5, 1.1 and 1.1 % of all cases.
  private static final int[][] LOOKS = {{8, 7}, {16, 13}, {24, 18}};

  private static final int MOST_ROUNDS = 24;

  /// The largest median ratio with which a challenger wins.
  private static final double MARGIN = .95;

  /// The median ratios beyond which a challenger loses from the third and the sixth round on.
  private static final double FAR = 1.5;

  private static final int FAR_ROUNDS = 3;
  private static final double BEHIND = 1.15;
  private static final int BEHIND_ROUNDS = 6;

  /// Nanoseconds of a turn that count, so that a clock can tell them from noise.
  private static final double TURN = 1_000_000;

  /// Nanoseconds at the start of a turn that do not count: the call before left the caches, and
  /// threads that help, to another candidate.
  private static final double SETTLING = 200_000;

  /// The time that measuring may cost: a share of the time of all calls, and nanoseconds besides.
  private static final double SHARE = .03;

  private static final double GRANT = 20e6;

  /// The measurements of a candidate.
  private static final class Standing {
    private final Candidate candidate;
    private final double[] ratios = new double[MOST_ROUNDS];

    /// Starts at -1, since the first round does not count: in it, caches and kernels are prepared.
    private int rounds = -1;

    private boolean isJudged;
    private boolean hasWon;

    /// The reason for which it takes no part.
    private @Nullable String fault;

    /// Nanoseconds for a byte in the last turn, and in the fastest.
    private double last = Double.POSITIVE_INFINITY;

    private double fastest = Double.POSITIVE_INFINITY;

    Standing(Candidate candidate) {
      this.candidate = candidate;
    }

    boolean isRacing() {
      return fault == null && !isJudged;
    }

    void add(double ratio) {
      if (rounds >= 0) {
        ratios[rounds] = ratio;
      }
      rounds++;
      double median = median();
      isJudged =
          (rounds >= FAR_ROUNDS && median > FAR) || (rounds >= BEHIND_ROUNDS && median > BEHIND);
      long faster = Arrays.stream(ratios, 0, Math.max(0, rounds)).filter(one -> one < 1).count();
      for (int[] look : LOOKS) {
        if (rounds == look[0]) {
          hasWon = median <= MARGIN && faster >= look[1];
          isJudged = hasWon || median >= 1 || rounds == MOST_ROUNDS;
        }
      }
    }

    /// The median ratio; 1 before the first round that counts.
    double median() {
      if (rounds <= 0) {
        return 1;
      }
      double[] sorted = Arrays.copyOf(ratios, rounds);
      Arrays.sort(sorted);
      return (sorted[(rounds - 1) / 2] + sorted[rounds / 2]) / 2;
    }

    /// `pocl compiled: faster, 0.61 of the expected one's time in 8 rounds, 42.1 GB/s at best`
    String describe() {
      String remark = !isJudged ? "not decided" : hasWon ? "faster" : "not faster";
      String text = candidate.name() + ": " + (fault == null ? remark : "out: " + fault);
      return rounds <= 0
          ? text
          : String.format(
              Locale.ROOT,
              "%s, %.2f of the expected one's time in %s rounds%s",
              text,
              median(),
              rounds,
              rate());
    }

    /// `, 42.1 GB/s at best`; empty before the first turn.
    String rate() {
      return Double.isInfinite(fastest)
          ? ""
          : String.format(Locale.ROOT, ", %.1f GB/s at best", 2 / fastest);
    }
  }

  private final String key;
  private final List<Standing> all;
  private final Random random = new Random(0);
  private final ReentrantLock timing = new ReentrantLock();

  /// Those that have not taken their turn in this round.
  private final List<Integer> round = new ArrayList<>();

  private double settling;
  private double nanos;
  private double bytes;

  /// Nanoseconds that all calls took, and how many of them the leader would have saved.
  private double total;

  private double extra;
  private volatile int leader;
  private volatile boolean decided;
  private String reason = "expected";
  private boolean isLasting = true;

  /// @param candidates the baseline first
  Tuner(String key, List<Candidate> candidates) {
    this.key = key;
    this.all = candidates.stream().map(Standing::new).toList();
    decideIfPossible();
  }

  /// Takes a stored result, and measures nothing.
  void settle(int winner, String why) {
    leader = winner;
    reason = why;
    decided = true;
  }

  int leader() {
    return leader;
  }

  Candidate candidate(int index) {
    return all.get(index).candidate;
  }

  /// True if nothing is measured any more.
  boolean isDecided() {
    return decided;
  }

  /// Begins a call that is timed, unless another thread is in one.
  boolean tryLock() {
    return timing.tryLock();
  }

  /// Ends a call that is timed.
  void unlock() {
    timing.unlock();
  }

  /// The candidate for a call that is timed.
  int next() {
    if (round.isEmpty() && !decided) {
      challengers().filter(i -> all.get(i).isRacing()).forEach(round::add);
      round.add(0);
      Collections.shuffle(round, random);
      beginTurn();
    }
    boolean mayMeasure = !round.isEmpty() && extra <= SHARE * total + GRANT;
    return mayMeasure ? round.getFirst() : leader;
  }

  private IntStream challengers() {
    return IntStream.range(1, all.size());
  }

  private void beginTurn() {
    settling = 0;
    nanos = 0;
    bytes = 0;
  }

  /// Records a call that was timed.
  ///
  /// @param index the candidate that carried it out
  /// @param isValid whether nothing disturbed it
  void record(int index, long taken, long moved, boolean isValid) {
    double best = all.get(leader).fastest * moved;
    total += taken;
    extra += index == leader ? 0 : Math.max(0, taken - best);
    if (!isValid || round.isEmpty() || round.getFirst() != index) {
      return;
    }
    if (settling < SETTLING && taken < TURN) {
      settling += taken;
      return;
    }
    nanos += taken;
    bytes += moved;
    if (nanos >= TURN) {
      endTurn(all.get(index));
    }
  }

  private void endTurn(Standing standing) {
    standing.last = nanos / bytes;
    standing.fastest = Math.min(standing.fastest, standing.last);
    beginTurn();
    round.removeFirst();
    if (round.isEmpty()) {
      double baseline = all.getFirst().last;
      challengers()
          .mapToObj(all::get)
          .filter(Standing::isRacing)
          .forEach(one -> one.add(one.last / baseline));
      decideIfPossible();
      if (decided) {
        TuningEvent.commit(result());
      }
    }
  }

  /// Takes a challenger out. If it has won, the next best takes over.
  ///
  /// @param lasting false for a failure, which may have gone in later processes
  void exclude(int index, String why, boolean lasting) {
    timing.lock();
    try {
      Standing excluded = all.get(index);
      excluded.fault = why;
      isLasting &= lasting;
      round.removeIf(one -> one == index);
      boolean hadWon = decided && leader == index;
      if (hadWon || !decided) {
        decideIfPossible();
      }
      if (hadWon) {
        reason = "in place of %s, which is out".formatted(excluded.candidate.name());
      }
    } finally {
      timing.unlock();
    }
  }

  private void decideIfPossible() {
    leader =
        challengers()
            .filter(i -> all.get(i).fault == null && all.get(i).hasWon)
            .boxed()
            .min((one, other) -> Double.compare(all.get(one).median(), all.get(other).median()))
            .orElse(0);
    if (challengers().mapToObj(all::get).noneMatch(Standing::isRacing)) {
      reason = leader > 0 ? "won" : whyNoneWon();
      decided = true;
    }
  }

  private String whyNoneWon() {
    boolean areOut = challengers().allMatch(i -> all.get(i).fault != null);
    return all.size() == 1 ? "the only one" : areOut ? "the others are out" : "tie";
  }

  /// The leader, with the figures of all candidates.
  TuningResult result() {
    timing.lock();
    try {
      List<String> figures = new ArrayList<>();
      figures.add(all.getFirst().candidate.name() + ": expected" + all.getFirst().rate());
      challengers().forEach(i -> figures.add(all.get(i).describe()));
      Candidate winner = all.get(leader).candidate;
      return new TuningResult(key, winner.name(), winner.revision(), reason, isLasting, figures);
    } finally {
      timing.unlock();
    }
  }
}
