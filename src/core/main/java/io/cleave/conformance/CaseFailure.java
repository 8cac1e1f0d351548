package io.cleave.conformance;

import io.cleave.conformance.CaseResult.Outcome;

/// Why a case does not pass. Deliberately not an `IllegalArgumentException`, with which the library
/// refuses an input.
final class CaseFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /// The beginning of the reason of a case that proves nothing.
  static final String MALFORMED = "malformed case: ";

  final Outcome outcome;

  CaseFailure(Outcome outcome, String reason) {
    super(reason, null, false, false);
    this.outcome = outcome;
  }

  /// The answer is wrong.
  static CaseFailure wrong(String reason) {
    return new CaseFailure(Outcome.FAILED, reason);
  }

  /// The line is not what the format asks for, so that it proves nothing.
  static CaseFailure malformed(String reason) {
    return wrong(MALFORMED + reason);
  }
}
