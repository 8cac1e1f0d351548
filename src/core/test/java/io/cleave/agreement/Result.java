package io.cleave.agreement;

/// Result of comparing OpenVINO's response with Cleave's.
sealed interface Result {
  /// The same answer.
  record Same() implements Result {}

  /// Neither takes the operation.
  record BothRefuse() implements Result {}

  /// Another answer, which is foretold by an entry of the list.
  record Listed(Difference difference) implements Result {}

  /// Another answer, which nothing foretells.
  ///
  /// @param how one line
  record Unlisted(String how) implements Result {}
}
