package io.cleave.choice;

import java.util.Arrays;

/// One challenger against the expected candidate, in pairs: both took a turn in each round, so that
/// whatever the machine did meanwhile it did to both. Used by one thread at a time.
///
/// The challenger takes over only by a margin at its best, and only if it won most rounds: of two
/// candidates alike, the expected one stays, whatever the noise.
final class Duel {
  /// How it stands.
  enum State {
    /// Too few rounds to tell.
    GOING("racing"),
    /// The challenger is faster.
    WON("faster"),
    /// It is not, or not by enough.
    LOST("not faster");

    private final String remark;

    State(String remark) {
      this.remark = remark;
    }

    String remark() {
      return remark;
    }
  }

  /// The rounds after which is looked, and how many of them the challenger must have won: by chance
  /// alone it would in 3.5, 1.1 and 1.1 % of all cases.
  private static final int[][] LOOKS = {{8, 7}, {16, 13}, {24, 18}};

  /// What a challenger must at most take of the expected one's time.
  private static final double MARGIN = .95;

  /// Hopeless from the third and from the sixth round on. After two, HotSpot may still be at work:
  /// of u8 in three, 6 MB, a challenger went home at 5.7 times the expected one's time that takes
  /// half of it for good.
  private static final double FAR = 1.5;

  private static final int FAR_ROUNDS = 3;
  private static final double BEHIND = 1.15;
  private static final int BEHIND_ROUNDS = 6;

  /// A challenger's first samples are of code that is still being compiled; two that agree end it.
  private static final double AGREEING = .15;

  private static final int MOST_UNSETTLED = 10;

  /// A sample so many times the fastest was disturbed.
  private static final double DISTURBED = 3;

  private final double[] ratios = new double[LOOKS[LOOKS.length - 1][0]];
  private int rounds;
  private int unsettled;
  private boolean settled;
  private double before = Double.NaN;
  private double fastest = Double.POSITIVE_INFINITY;
  private double fastestExpected = Double.POSITIVE_INFINITY;
  private State state = State.GOING;

  /// One more round.
  ///
  /// @param own what the challenger took for a byte
  /// @param expected what the expected candidate took
  void add(double own, double expected) {
    if (state != State.GOING || !isSettled(own)) {
      return;
    }
    fastest = Math.min(fastest, own);
    fastestExpected = Math.min(fastestExpected, expected);
    if (own < DISTURBED * fastest) {
      ratios[rounds++] = own / expected;
      state = judged();
    }
  }

  private boolean isSettled(double own) {
    if (!settled) {
      settled = Math.abs(own - before) <= AGREEING * before || ++unsettled > MOST_UNSETTLED;
      before = own;
    }
    return settled;
  }

  private State judged() {
    double best = atBest();
    if ((rounds >= FAR_ROUNDS && best > FAR) || (rounds >= BEHIND_ROUNDS && best > BEHIND)) {
      return State.LOST;
    }
    for (int[] look : LOOKS) {
      if (rounds == look[0]) {
        if (best <= MARGIN && wins() >= look[1]) {
          return State.WON;
        }
        return rounds == ratios.length || best >= 1 ? State.LOST : State.GOING;
      }
    }
    return State.GOING;
  }

  private int wins() {
    int wins = 0;
    for (int i = 0; i < rounds; i++) {
      wins += ratios[i] < 1 ? 1 : 0;
    }
    return wins;
  }

  /// The challenger's time as a fraction of the expected one's, each at its best. What disturbs a
  /// turn only makes it longer, and one candidate's more than another's: those who share their work
  /// among threads suffer from a compiler on another thread, those who do not hardly notice.
  private double atBest() {
    return rounds == 0 ? 1 : fastest / fastestExpected;
  }

  /// The challenger's time as a fraction of the expected one's, the median of all rounds; 1 if
  /// there were none.
  double median() {
    double[] sorted = Arrays.copyOf(ratios, rounds);
    Arrays.sort(sorted);
    return rounds == 0 ? 1 : (sorted[(rounds - 1) / 2] + sorted[rounds / 2]) / 2;
  }

  int rounds() {
    return rounds;
  }

  State state() {
    return state;
  }
}
