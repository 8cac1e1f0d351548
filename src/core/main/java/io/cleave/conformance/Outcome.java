package io.cleave.conformance;

import java.util.Optional;

/// What came of one case.
public sealed interface Outcome {
  /// Everything was as expected.
  ///
  /// @param route the explanation of the split; empty if shapes only were planned, or refused
  record Passed(Optional<String> route) implements Outcome {
    @Override
    public String toString() {
      return "passed";
    }
  }

  /// The case is malformed, or the answer is wrong.
  ///
  /// @param reason one line without control characters, of bounded length
  record Failed(String reason) implements Outcome {
    /// Makes one line of the reason.
    public Failed {
      reason = Excerpt.of(reason);
    }

    @Override
    public String toString() {
      return "failed: " + reason;
    }
  }

  /// The case could not be tried here.
  ///
  /// @param reason one line without control characters, of bounded length
  record Skipped(String reason) implements Outcome {
    /// Makes one line of the reason.
    public Skipped {
      reason = Excerpt.of(reason);
    }

    @Override
    public String toString() {
      return "skipped: " + reason;
    }
  }
}
