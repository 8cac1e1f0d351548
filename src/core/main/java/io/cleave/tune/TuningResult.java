package io.cleave.tune;

import io.cleave.text.OneLine;
import java.util.List;
import java.util.stream.Stream;

/// The fastest candidate for a kind of split. An immutable value.
///
/// @param key the kind of split, see [TuningFile#key]
/// @param fastest the candidate's name
/// @param revision of the candidate's code and driver
/// @param reason how it was found: `faster`, `the others are not faster`, `the only candidate`,
///   `the others are excluded`, `stored in FILE`, or `not decided` before measurements end
/// @param isStorable true if it holds for later processes: no candidate has failed
/// @param figures a line for each candidate, the baseline first
public record TuningResult(
    String key,
    String fastest,
    String revision,
    String reason,
    boolean isStorable,
    List<String> figures) {
  /// The most characters of a line; a key has some 400.
  private static final int MOST_SHOWN = 1000;

  /// Lines for people, without control characters.
  public List<String> describe() {
    String note = isStorable ? "" : "; not stored: a candidate failed that may work next time";
    String result = "  %s, %s: %s%s".formatted(fastest, revision, reason, note);
    return Stream.concat(Stream.of(key, result), figures.stream().map("    "::concat))
        .map(line -> OneLine.of(line, MOST_SHOWN))
        .toList();
  }
}
