package io.cleave.fuzz;

import java.io.IOException;

/// Something that takes any bytes.
///
/// It reads them, or refuses them with an `IllegalArgumentException` that says why. Any other
/// exception or error is a defect, and so is a wrong answer, of which an `AssertionError` tells.
@FunctionalInterface
interface FuzzTarget {
  /// Reads an input.
  ///
  /// @return whether it was accepted; one that is refused may also be answered by throwing
  /// @throws IllegalArgumentException if it is refused
  /// @throws IOException if the system fails, for which no input may be the reason
  boolean accepts(byte[] input) throws IOException;

  /// Fails with an `AssertionError` about what is wrong, if something does not hold.
  static void require(boolean holds, Object what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }
}
