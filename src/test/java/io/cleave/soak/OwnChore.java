package io.cleave.soak;

import io.cleave.sweep.Chance;
import io.cleave.sweep.Opening;
import io.cleave.sweep.Way;
import java.util.List;
import java.util.Random;

/// Opens something of its own, uses it a little, and closes it.
///
/// @param openings what can be opened
/// @param chance what is split
record OwnChore(List<Opening> openings, Chance chance) implements Chore {
  private static final int USES = 3;

  /// Copies the list.
  OwnChore {
    openings = List.copyOf(openings);
  }

  @Override
  public long run(Random random) {
    long right = 0;
    try (Way own = openings.get(random.nextInt(openings.size())).open()) {
      for (int i = 0; i < USES; i++) {
        right += own.attempt(chance.example(random.nextLong()));
      }
    }
    return right;
  }
}
