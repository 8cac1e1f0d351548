package io.cleave.conformance;

/// What came of the case on one line of a source. An immutable value.
///
/// @param source the name of the source
/// @param line the line, counted from 1; 0 if the source could not be opened
/// @param id the case's name, or an empty text if the line does not tell; without control
///   characters
/// @param outcome what came of it
public record CaseResult(String source, long line, String id, Outcome outcome) {
  /// Makes one line of the name.
  public CaseResult {
    id = Excerpt.of(id);
  }

  /// `peers.jsonl:12: onnx_split_2d: failed: part 1 ...`
  @Override
  public String toString() {
    return "%s:%s: %s%s"
        .formatted(Excerpt.of(source), line, id.isEmpty() ? "" : id + ": ", outcome);
  }
}
