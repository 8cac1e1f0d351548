package io.cleave.opencl.driver;

import io.cleave.Seeds;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// How much was tried: the figures of `.github/SECURITY.md`.
///
/// Not safe for use by many threads.
final class Tally {
  private final Map<Mishap.Kind, Integer> lives = new EnumMap<>(Mishap.Kind.class);
  private final Set<String> refusals = new TreeSet<>();

  /// A life in which this happened to a function.
  void count(@Nullable Mishap mishap, @Nullable String struck) {
    if (mishap == null || struck == null) {
      return;
    }
    lives.merge(mishap.kind(), 1, Integer::sum);
    if (mishap.kind() == Mishap.Kind.REFUSED) {
      refusals.add("%s %s".formatted(struck, mishap.status()));
    }
  }

  /// Lives from open to close, and how many different functions and statuses of theirs there were.
  private Map<String, String> figures() {
    Map<String, String> figures = new TreeMap<>();
    lives.forEach((kind, count) -> figures.put("lives " + kind, count.toString()));
    figures.put("functions and statuses", String.valueOf(refusals.size()));
    return figures;
  }

  /// Says them with `-Pthorough`.
  ///
  /// @param test whose they are
  void say(Class<?> test) {
    if (Seeds.rounds(0, 1) == 1) {
      System.out.printf("%s: %s%n", test.getSimpleName(), figures());
    }
  }
}
