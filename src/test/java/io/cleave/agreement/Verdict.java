package io.cleave.agreement;

import io.cleave.ir.infer.Difference;

/// What came of one question to OpenVINO, beside the answer of Cleave.
public sealed interface Verdict {
  /// The same answer.
  record Agreed() implements Verdict {}

  /// Neither takes the operation.
  record RefusedByBoth() implements Verdict {}

  /// Another answer, which is the one that is expected.
  record Differs(Difference difference) implements Verdict {}

  /// Another answer, for no reason that is known.
  ///
  /// @param how one line
  record Disagrees(String how) implements Verdict {}
}
