package io.cleave.conformance;

/// What came of one case.
public sealed interface Outcome {
  /// Everything was as expected.
  record Passed() implements Outcome {
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
