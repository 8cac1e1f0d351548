package io.cleave.choice;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The race for one occasion: says who carries out the next call, and learns what that took.
///
/// In a round everybody who is fit takes a turn, in an order that changes; a turn is as many calls
/// as make a time that a clock can tell from noise. After each round every challenger has one more
/// pair in its [Duel] with the expected candidate; if several win, the last rounds are theirs.
/// Between turns, and as soon as the [Budget] is spent, the leader works.
///
/// Safe for use by many threads: one of them races at a time, the others take the leader.
final class Contest {
  /// Calls before anything is timed: what is split twice and never again is not raced.
  private static final int FIRST_CALLS = 2;

  /// Those who have won race on among themselves for so many rounds: whoever shares work among
  /// threads is disturbed more while HotSpot compiles, and lost to those who do not.
  private static final int FINAL_ROUNDS = 12;

  private static final double UNKNOWN = Double.POSITIVE_INFINITY;

  private final Occasion occasion;
  private final List<String> names;
  private final List<String> revisions;
  private final @Nullable String[] faults;
  private final Duel[] duels;
  private final double[] scores;
  private final double[] fastest;
  private final Budget budget = new Budget();
  private final Random random = new Random(0);
  private final ReentrantLock racing = new ReentrantLock();
  private final Turn turn = new Turn();
  private List<Integer> round = new ArrayList<>();
  private long calls;
  private int finals;

  /// The one that is taken where nobody takes a turn.
  private volatile int leader;

  /// Whether nothing is measured any more.
  private volatile boolean decided;

  private volatile boolean isGuess;
  private volatile String reason = "expected";

  /// Whether all were judged by what they did, and nobody by a failure.
  private volatile boolean isLasting = true;

  Contest(Occasion occasion, List<? extends Named> candidates) {
    this.occasion = occasion;
    this.names = candidates.stream().map(Named::name).toList();
    this.revisions = candidates.stream().map(Named::revision).toList();
    int count = names.size();
    this.faults = new @Nullable String[count];
    this.duels = new Duel[count];
    this.scores = new double[count];
    this.fastest = new double[count];
    Arrays.setAll(duels, _ -> new Duel());
    Arrays.fill(scores, UNKNOWN);
    Arrays.fill(fastest, UNKNOWN);
    decideIfPossible();
  }

  Occasion occasion() {
    return occasion;
  }

  /// Who carries out a call that is not timed.
  int leader() {
    return leader;
  }

  boolean isDecided() {
    return decided;
  }

  /// Takes what a file says, and ends the race.
  void settle(int winner, String why) {
    leader = winner;
    reason = why;
    decided = true;
  }

  /// Takes the expectation, and holds no race.
  void expect(String why) {
    settle(0, why);
    isGuess = true;
  }

  /// Whether nobody has measured who leads, nor will.
  boolean isGuess() {
    return isGuess;
  }

  /// Begins a call that is timed, unless another thread is in one.
  boolean tryEnter() {
    return racing.tryLock();
  }

  /// Ends a call that [#tryEnter()] let in.
  void exit() {
    racing.unlock();
  }

  /// Who carries out the call that was let in.
  ///
  /// @param fit which challengers are open, compiled and warm where the call is made
  int next(Fitness fit) {
    if (calls++ < FIRST_CALLS || decided) {
      return fit.orExpected(leader);
    }
    if (round.isEmpty()) {
      round = newRound(fit);
    }
    if (round.isEmpty() || !fit.has(round.getFirst())) {
      return fit.orExpected(leader);
    }
    int next = round.getFirst();
    return next == leader || budget.allows() ? next : fit.orExpected(leader);
  }

  private List<Integer> newRound(Fitness fit) {
    boolean going = count(Duel.State.GOING) > 0;
    List<Integer> order = new ArrayList<>();
    for (int i = 1; i < duels.length; i++) {
      if (is(i, going ? Duel.State.GOING : Duel.State.WON) && fit.has(i)) {
        order.add(i);
      }
    }
    if (order.isEmpty()) {
      return order;
    }
    if (going) {
      order.add(0);
    }
    Collections.shuffle(order, random);
    Arrays.fill(scores, UNKNOWN);
    turn.begin();
    return order;
  }

  private boolean is(int challenger, Duel.State state) {
    return faults[challenger] == null && duels[challenger].state() == state;
  }

  /// Learns of the call that was let in.
  ///
  /// @param who carried it out
  /// @param valid whether nothing disturbed it, so that it tells something
  /// @return whether the race is over now
  boolean finished(int who, long nanos, long bytes, boolean valid) {
    double taken = nanos;
    double best = fastest[leader] == UNKNOWN ? taken : fastest[leader] * bytes;
    budget.spend(taken, who == leader ? taken : best);
    boolean counts = valid && calls > FIRST_CALLS && !round.isEmpty() && round.getFirst() == who;
    if (!counts || decided) {
      return false;
    }
    if (turn.isOverAfter(taken, bytes)) {
      endTurn(who);
    }
    return decided;
  }

  private void endTurn(int who) {
    scores[who] = turn.score();
    fastest[who] = Math.min(fastest[who], scores[who]);
    turn.begin();
    round.removeFirst();
    if (round.isEmpty()) {
      endRound();
    }
  }

  private void endRound() {
    if (scores[0] == UNKNOWN) {
      finals++;
    }
    for (int i = 1; i < duels.length; i++) {
      if (scores[i] != UNKNOWN && scores[0] != UNKNOWN) {
        duels[i].add(scores[i], scores[0]);
      }
    }
    reason = "racing";
    decideIfPossible();
  }

  /// Whether a challenger must be fit: it may still win, or has won.
  boolean needs(int challenger) {
    racing.lock();
    try {
      return decided ? leader == challenger : faults[challenger] == null;
    } finally {
      racing.unlock();
    }
  }

  /// A challenger has failed and takes no part today. It may work tomorrow, so nothing lasts.
  void failed(int challenger, String why) {
    isLasting = false;
    out(challenger, why);
  }

  /// A challenger takes no part any more. Another one that has won, or was recorded to, stays so.
  void out(int challenger, String why) {
    racing.lock();
    try {
      faults[challenger] = why;
      round.removeIf(one -> one == challenger);
      boolean hadWon = decided && leader == challenger;
      if (hadWon || !decided) {
        decideIfPossible();
      }
      if (hadWon && leader == 0) {
        reason = "in place of %s, which is out".formatted(names.get(challenger));
      }
    } finally {
      racing.unlock();
    }
  }

  private int count(Duel.State state) {
    return (int) IntStream.range(1, duels.length).filter(i -> is(i, state)).count();
  }

  private void decideIfPossible() {
    int best = 0;
    for (int i = 1; i < duels.length; i++) {
      if (is(i, Duel.State.WON) && (best == 0 || fastest[i] < fastest[best])) {
        best = i;
      }
    }
    leader = best;
    boolean isOver = count(Duel.State.WON) < 2 || finals >= FINAL_ROUNDS;
    if (count(Duel.State.GOING) == 0 && isOver) {
      reason = best == 0 ? whyNobodyWon() : "won";
      decided = true;
    }
  }

  private String whyNobodyWon() {
    boolean isAlone = Arrays.stream(faults).skip(1).allMatch(Objects::nonNull);
    return names.size() == 1 ? "the only one" : isAlone ? "the others are out" : "tie";
  }

  /// How it stands.
  Verdict verdict() {
    racing.lock();
    try {
      List<Figures> figures = new ArrayList<>();
      for (int i = 0; i < names.size(); i++) {
        figures.add(figures(i));
      }
      return new Verdict(occasion.text(), names.get(leader), reason, decided, isLasting, figures);
    } finally {
      racing.unlock();
    }
  }

  private Figures figures(int candidate) {
    Duel duel = duels[candidate];
    String fault = faults[candidate];
    return new Figures(
        names.get(candidate),
        revisions.get(candidate),
        fastest[candidate],
        duel.median(),
        duel.rounds(),
        candidate == 0 ? "expected" : fault == null ? remark(duel) : "out: " + fault);
  }

  private String remark(Duel duel) {
    return decided && duel.state() == Duel.State.GOING ? "not raced" : duel.state().remark();
  }
}
