package io.cleave.bench.peers;

import java.util.List;

/// Gives native things back.
final class Closing {
  private Closing() {}

  /// Closes all of them, the last one first.
  static void all(List<? extends AutoCloseable> things) {
    for (AutoCloseable thing : things.reversed()) {
      try {
        thing.close();
      } catch (Exception e) {
        throw new IllegalStateException("cannot close %s".formatted(thing), e);
      }
    }
  }
}
