package io.cleave.cpu.team;

import java.util.concurrent.atomic.AtomicLong;

/// Hands out the pieces of one work, each once, to whoever asks.
final class Pieces {
  private final Work work;
  private final AtomicLong next = new AtomicLong();

  Pieces(Work work) {
    this.work = work;
  }

  /// Does pieces until there is none left.
  void drain() {
    for (long i = next.getAndIncrement(); i < work.pieces(); i = next.getAndIncrement()) {
      work.carryOut(i);
    }
  }

  /// Leaves nothing for anybody: a piece has failed.
  void abandon() {
    next.set(work.pieces());
  }
}
