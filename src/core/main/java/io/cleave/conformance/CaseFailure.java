package io.cleave.conformance;

/// Why a case fails: it is malformed, or the answer to it is wrong. Deliberately not an
/// `IllegalArgumentException`, which is how the library refuses an input.
final class CaseFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String reason;

  /// @param reason one sentence
  CaseFailure(String reason) {
    super(reason, null, false, false);
    this.reason = reason;
  }

  /// The line is not what the format asks for, so that nothing can be proven with it.
  static CaseFailure malformed(String problem) {
    return new CaseFailure("malformed case: " + problem);
  }

  /// The same, found by whoever read it.
  static CaseFailure malformed(IllegalArgumentException found) {
    return malformed(String.valueOf(found.getMessage()));
  }

  String reason() {
    return reason;
  }
}
