package io.cleave.cpu;

import io.cleave.plan.SplitPlan;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/// Hands out the pieces of one work, each once, to whoever asks.
final class Pieces {
  /// As many as share work evenly among the threads of most machines. Each thread that stages makes
  /// its arrays anew for every split, which so many pieces make up for, too.
  private static final long FEWEST = 32;

  private final Work work;
  private final AtomicLong next = new AtomicLong();

  Pieces(Work work) {
    this.work = work;
  }

  /// The bytes that a piece of a plan's work should have.
  static long bytes(SplitPlan plan, long least, long most) {
    return Math.clamp(plan.bytes() / FEWEST, least, most);
  }

  /// Does pieces until there is none left.
  void drain() {
    LongConsumer worker = work.worker();
    for (long i = next.getAndIncrement(); i < work.pieces(); i = next.getAndIncrement()) {
      worker.accept(i);
    }
  }

  /// Leaves nothing for anybody: a piece has failed.
  void abandon() {
    next.set(work.pieces());
  }
}
