package io.cleave.bench;

import java.util.List;

/// Gives native things back.
public final class Closing {
  private Closing() {}

  /// Closes all of them, the last one first.
  public static void all(List<? extends AutoCloseable> things) {
    for (AutoCloseable thing : things.reversed()) {
      try {
        thing.close();
      } catch (Exception e) {
        throw new IllegalStateException("cannot close %s".formatted(thing), e);
      }
    }
  }
}
