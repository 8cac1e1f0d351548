package io.cleave.cpu;

import java.util.function.LongConsumer;

/// A split cut into pieces that can be done in any order, by any thread.
interface Work {
  /// How many pieces there are.
  long pieces();

  /// Something that does pieces, counted from 0. Each thread asks for its own, which may hold
  /// memory that it uses again for every piece.
  LongConsumer worker();
}
