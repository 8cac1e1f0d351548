package io.cleave.conformance;

import io.cleave.text.OneLine;
import java.util.Locale;

/// The result of one case. An immutable value.
///
/// @param source the name of the source
/// @param line the line, counted from 1; 0 if the source could not be opened
/// @param id the case's name, or an empty text if the line does not tell
/// @param outcome whether the case passed
/// @param detail of a case that passed, the explanation of the split, or an empty text if none was
///   carried out; of another, the reason; as the name, one line without control characters, of
///   bounded length
public record CaseResult(String source, long line, String id, Outcome outcome, String detail) {
  private static final int MAX_CHARS = 600;

  /// Outcome of a case.
  public enum Outcome {
    /// Everything was as expected.
    PASSED,
    /// The case is malformed, or the answer is wrong.
    FAILED,
    /// The case could not be tried, for want of memory.
    SKIPPED
  }

  /// Makes one line of each text.
  public CaseResult {
    source = OneLine.of(source, MAX_CHARS);
    id = OneLine.of(id, MAX_CHARS);
    detail = OneLine.of(detail, MAX_CHARS);
  }

  /// `peers.jsonl:12: onnx_split_2d: failed: part 1 ...`
  @Override
  public String toString() {
    String name = id.isEmpty() ? "" : id + ": ";
    String text = outcome.name().toLowerCase(Locale.ROOT);
    return "%s:%s: %s%s%s"
        .formatted(source, line, name, text, outcome == Outcome.PASSED ? "" : ": " + detail);
  }
}
