package io.cleave.sweep;

import io.cleave.backend.Example;
import java.util.Iterator;
import java.util.function.Predicate;

/// Looks for the smallest example that still goes wrong.
///
/// @param goesWrong whether an example does
/// @param patience how many examples it may try
record Shrinker(Predicate<Example> goesWrong, int patience) {
  /// What is left of an example that goes wrong.
  Example smallest(Example example) {
    Example best = example;
    int tries = 0;
    Iterator<Example> smaller = Smaller.than(best).iterator();
    while (smaller.hasNext() && tries++ < patience) {
      Example next = smaller.next();
      if (goesWrong.test(next)) {
        best = next;
        smaller = Smaller.than(best).iterator();
      }
    }
    return best;
  }
}
