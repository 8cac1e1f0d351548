package io.cleave.ir;

import java.util.Locale;

/// Something about a split that its user should know.
///
/// @param severity how bad it is
/// @param text one sentence
public record Finding(Severity severity, String text) {
  /// How bad it is.
  public enum Severity {
    /// The split is right, but something about it is odd.
    NOTE,
    /// OpenVINO accepts the split, and its answer is wrong.
    WRONG,
    /// The split cannot be carried out; OpenVINO refuses it too.
    REFUSED;

    /// The name in lower case.
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// `wrong: lengths ...`
  @Override
  public String toString() {
    return severity + ": " + text;
  }
}
