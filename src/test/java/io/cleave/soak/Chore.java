package io.cleave.soak;

import java.util.Random;

/// Something that users do, small enough to be done many times a second.
interface Chore {
  /// Does it once, and checks what comes of it. Called by many threads.
  ///
  /// @return how many splits were right
  /// @throws AssertionError if one was not
  long run(Random random) throws Exception;
}
