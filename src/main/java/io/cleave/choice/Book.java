package io.cleave.choice;

import io.cleave.plan.Experimental;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// All races of a process, those that are over too, and what was recorded before: splitters that
/// come and go find again what others have measured.
///
/// Safe for use by many threads.
@Experimental
public final class Book {
  /// Those that were not asked for the longest are forgotten.
  private static final int KEPT = 1000;

  private static final class Shared {
    private static final Book BOOK = new Book(Records.shared());
  }

  private final Records records;
  private final Map<Occasion, Contest> contests = new LinkedHashMap<>(16, 0.75f, true);

  /// An empty book that knows of no records.
  public Book() {
    this(Records.none());
  }

  /// An empty book that knows what is recorded.
  public Book(Records records) {
    this.records = records;
  }

  /// The book of this process, with the records of this machine.
  public static Book shared() {
    return Shared.BOOK;
  }

  /// The race for an occasion, begun now if there is none.
  Contest contest(Occasion occasion, List<? extends Candidate> candidates, Choosing choosing) {
    return switch (choosing) {
      case EXPECTED -> guess(new Contest(occasion, candidates), "expected");
      case RECORDED -> {
        Contest contest = new Contest(occasion, candidates);
        yield takesRecord(contest, candidates)
            ? contest
            : guess(contest, "expected, nothing is recorded");
      }
      case RACE -> raced(occasion, candidates);
    };
  }

  private static Contest guess(Contest contest, String why) {
    contest.expect(why);
    return contest;
  }

  /// Whether there is anything to be learnt in this way of choosing.
  boolean canTell(Choosing choosing) {
    return choosing == Choosing.RACE || (choosing == Choosing.RECORDED && records.size() > 0);
  }

  /// Whether somebody is recorded for an occasion who has to be found first.
  boolean knowsAnother(Occasion occasion, Choosing choosing) {
    return choosing != Choosing.EXPECTED && records.knowsAnother(occasion);
  }

  private synchronized Contest raced(Occasion occasion, List<? extends Candidate> candidates) {
    Contest known = contests.get(occasion);
    if (known == null) {
      known = new Contest(occasion, candidates);
      boolean _ = takesRecord(known, candidates);
      contests.put(occasion, known);
      if (contests.size() > KEPT) {
        contests.remove(contests.keySet().iterator().next());
      }
    }
    return known;
  }

  /// Has whoever is recorded win.
  ///
  /// @return whether anybody is
  private boolean takesRecord(Contest contest, List<? extends Candidate> candidates) {
    for (int i = 0; i < candidates.size(); i++) {
      if (records.isWinner(contest.occasion(), candidates.get(i))) {
        contest.settle(i, "recorded in " + records.place());
        return true;
      }
    }
    return false;
  }

  /// How all races stand, the one asked for last at the end.
  public synchronized List<Verdict> verdicts() {
    List<Verdict> verdicts = new ArrayList<>();
    contests.values().forEach(contest -> verdicts.add(contest.verdict()));
    return verdicts;
  }
}
