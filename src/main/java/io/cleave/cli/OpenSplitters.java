package io.cleave.cli;

import io.cleave.backend.Splitter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Splitters that are closed together: all of them, also where one fails to close.
///
/// Not safe for use by many threads.
final class OpenSplitters implements AutoCloseable {
  private final List<Splitter> splitters = new ArrayList<>();

  /// Takes one over.
  void add(Splitter opened) {
    splitters.add(opened);
  }

  /// All of them, in order.
  List<Splitter> all() {
    return Collections.unmodifiableList(splitters);
  }

  /// Closes all of them in order; throws the first failure, with the others suppressed.
  @Override
  public void close() {
    close(splitters.reversed());
  }

  private static void close(List<Splitter> lastFirst) {
    if (!lastFirst.isEmpty()) {
      // Closed after the rest, whose failure goes first.
      try (Splitter _ = lastFirst.getFirst()) {
        close(lastFirst.subList(1, lastFirst.size()));
      }
    }
  }
}
