package io.cleave.soak;

import io.cleave.sweep.Chance;
import io.cleave.sweep.Way;
import java.util.List;
import java.util.Random;

/// Splits by something that all threads share.
///
/// @param ways what is shared
/// @param chance what is split
record SharedChore(List<Way> ways, Chance chance) implements Chore {
  /// Copies the list.
  SharedChore {
    ways = List.copyOf(ways);
  }

  @Override
  public long run(Random random) {
    return ways.get(random.nextInt(ways.size())).attempt(chance.example(random.nextInt(PLANS)));
  }
}
