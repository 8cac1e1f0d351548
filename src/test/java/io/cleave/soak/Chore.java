package io.cleave.soak;

import java.util.Random;

/// Something that users do, small enough to be done many times a second.
interface Chore {
  /// What all threads share splits the same few plans again and again: so caches are full before
  /// the first quarter is over, though each of a driver's compiles for itself, and what grows
  /// afterwards is none of theirs.
  int PLANS = 10;

  /// Does it once, and checks what comes of it. Called by many threads.
  ///
  /// @return how many splits were right
  /// @throws AssertionError if one was not
  long run(Random random) throws Exception;
}
