package io.cleave.tune;

import java.util.List;

/// The candidate that was chosen for a kind of split. An immutable value.
///
/// @param key the kind of split, see [TuningKey]
/// @param winner the candidate's name
/// @param revision of the candidate's code and driver
/// @param reason how it was found: `won`, `tie`, `the others are out`, `recorded in FILE`
/// @param isLasting whether it holds for later processes: no candidate is out for a failure
/// @param figures a line for each candidate, the baseline first
public record TuningResult(
    String key,
    String winner,
    String revision,
    String reason,
    boolean isLasting,
    List<String> figures) {
  /// Copies the list.
  public TuningResult {
    figures = List.copyOf(figures);
  }
}
