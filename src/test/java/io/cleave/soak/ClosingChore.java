package io.cleave.soak;

import io.cleave.sweep.Chance;
import io.cleave.sweep.Opening;
import io.cleave.sweep.Way;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/// Splits until another thread has closed what splits: each split is right, or is refused, and so
/// is closing what is in use.
///
/// @param openings what can be opened
/// @param chance what is split
record ClosingChore(List<Opening> openings, Chance chance) implements Chore {
  private static final int LONGEST_NANOSECONDS = 50_000_000;
  private static final String REFUSAL = "the splitter is closed; open another one";

  /// Copies the list.
  ClosingChore {
    openings = List.copyOf(openings);
  }

  @Override
  public long run(Random random) throws InterruptedException {
    int pause = random.nextInt(LONGEST_NANOSECONDS);
    Way own = openings.get(random.nextInt(openings.size())).open();
    Thread closer = Thread.ofPlatform().start(() -> close(own, pause));
    try {
      return untilRefused(own, random);
    } finally {
      closer.join();
    }
  }

  /// Closes it as soon as nobody uses it: while somebody does, it is refused.
  private static void close(Way own, int pause) {
    while (true) {
      LockSupport.parkNanos(pause);
      try {
        own.close();
        return;
      } catch (IllegalStateException e) {
        if (!String.valueOf(e.getMessage()).contains("is in use by")) {
          throw e;
        }
      }
    }
  }

  private long untilRefused(Way own, Random random) {
    long right = 0;
    while (true) {
      try {
        right += own.attempt(chance.example(random.nextLong()));
      } catch (IllegalStateException e) {
        if (!REFUSAL.equals(e.getMessage())) {
          throw e;
        }
        return right;
      }
    }
  }
}
