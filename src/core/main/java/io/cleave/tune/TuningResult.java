package io.cleave.tune;

import io.cleave.text.OneLine;
import java.util.List;
import java.util.stream.Stream;

/// The candidate that was chosen for a kind of split. An immutable value.
///
/// @param key the kind of split, see [TuningFile#key]
/// @param winner the candidate's name
/// @param revision of the candidate's code and driver
/// @param reason how it was found: `won`, `tie`, `the only one`, `the others are out`, `recorded in
///   FILE`, or `expected` before measurements end
/// @param isLasting true if it holds for later processes: no candidate has failed
/// @param figures a line for each candidate, the baseline first
public record TuningResult(
    String key,
    String winner,
    String revision,
    String reason,
    boolean isLasting,
    List<String> figures) {
  /// The most characters of a line; a key has some 400.
  private static final int MOST_SHOWN = 1000;

  /// Lines for people, without control characters.
  public List<String> describe() {
    String lasting = isLasting ? "" : "; not kept, since one that is out may work tomorrow";
    String choice = "  %s, %s: %s%s".formatted(winner, revision, reason, lasting);
    return Stream.concat(Stream.of(key, choice), figures.stream().map("    "::concat))
        .map(line -> OneLine.of(line, MOST_SHOWN))
        .toList();
  }
}
