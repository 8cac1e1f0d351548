package io.cleave.cpu;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/// Hands out the pieces of one work, each once, to whoever asks.
final class Pieces {
  private final Work work;
  private final AtomicLong next = new AtomicLong();

  Pieces(Work work) {
    this.work = work;
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
