package io.cleave.choice;

import io.cleave.plan.Experimental;
import java.util.List;

/// Who is fastest on an occasion, and how that is known. An immutable value.
///
/// @param occasion what it is about
/// @param winner the name of the candidate that is taken
/// @param reason how it is known: `expected`, `racing`, `won`, `tie`, `recorded in FILE`
/// @param isFinal whether nothing is measured any more
/// @param figures of all candidates, the expected one first
@Experimental
public record Verdict(
    String occasion, String winner, String reason, boolean isFinal, List<Figures> figures) {
  /// Copies the list.
  public Verdict {
    figures = List.copyOf(figures);
  }
}
