package io.cleave.choice;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Tuning table of a process: all races, those that are over too, and the tuning file. Splitters
/// that are opened later find what earlier ones have measured.
///
/// Safe for use by many threads.
public final class Book {
  /// Those that were not asked for the longest are forgotten.
  private static final int KEPT = 1000;

  private static final class Shared {
    private static final Book BOOK = new Book(TuningFile.shared());
  }

  private final TuningFile file;
  private final Map<Occasion, Contest> contests = new LinkedHashMap<>(16, 0.75f, true);

  /// An empty table without a tuning file.
  public Book() {
    this(TuningFile.none());
  }

  /// An empty table with a tuning file.
  public Book(TuningFile file) {
    this.file = file;
  }

  /// The table of this process, with the tuning file of this machine.
  public static Book shared() {
    return Shared.BOOK;
  }

  /// The race for an occasion, begun now if there is none.
  Contest contest(Occasion occasion, List<? extends Candidate> candidates, Choosing choosing) {
    if (choosing == Choosing.MEASURE) {
      return measured(occasion, candidates);
    }
    Contest contest = new Contest(occasion, candidates);
    if (!takesRecord(contest, candidates)) {
      contest.expect("expected, nothing is recorded");
    }
    return contest;
  }

  /// Whether the tuning file has a candidate for an occasion that has to be found first.
  boolean knowsAnother(Occasion occasion) {
    return file.knowsAnother(occasion);
  }

  private synchronized Contest measured(Occasion occasion, List<? extends Candidate> candidates) {
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

  /// Has the candidate of the tuning file win.
  ///
  /// @return whether there is one
  private boolean takesRecord(Contest contest, List<? extends Candidate> candidates) {
    for (int i = 0; i < candidates.size(); i++) {
      if (file.isWinner(contest.occasion(), candidates.get(i))) {
        contest.settle(i, "recorded in " + file.path());
        return true;
      }
    }
    return false;
  }
}
