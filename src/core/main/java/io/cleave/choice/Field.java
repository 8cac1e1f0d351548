package io.cleave.choice;

import io.cleave.plan.SplitPlan;
import java.util.List;

/// Who can race.
///
/// Safe for use by many threads.
public interface Field {
  /// The most that race for one occasion: each more takes its turns from the best.
  int MOST = 4;

  /// What the field is called, so that two fields do not share what they found.
  String name();

  /// Looks for candidates that take time to be found, such as devices. It is called on a thread of
  /// the race's own, once, when that is worth it.
  default void lookAround() {}

  /// Whether looking around may bring candidates for a plan on such memory.
  default boolean mayFindMore(SplitPlan plan, MemoryClass memory) {
    return true;
  }

  /// How often the candidates have changed.
  default int generation() {
    return 0;
  }

  /// The candidates for a plan on such memory, the one that is expected to be fastest first, at
  /// most [#MOST]. The first one always fits, is open, and carries out what is not raced.
  List<Candidate> candidates(SplitPlan plan, MemoryClass memory);
}
