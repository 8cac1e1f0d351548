package io.cleave.choice;

import java.util.List;

/// Who is fastest on an occasion, and how that is known. An immutable value.
///
/// @param occasion what it is about
/// @param winner the name of the candidate that is taken
/// @param reason how it is known: `expected`, `racing`, `won`, `tie`, `the others are out`,
///   `recorded in FILE`
/// @param isFinal whether nothing is measured any more
/// @param isLasting whether it holds for later processes too: nobody is out for a failure, which
///   may have gone by then
/// @param figures of all candidates, the expected one first
public record Verdict(
    String occasion,
    String winner,
    String reason,
    boolean isFinal,
    boolean isLasting,
    List<Figures> figures) {
  /// Copies the list.
  public Verdict {
    figures = List.copyOf(figures);
  }
}
