package io.cleave.conformance;

/// How many cases passed, failed and were skipped. An immutable value.
///
/// @param passed as expected
/// @param failed malformed, or answered wrongly
/// @param skipped could not be tried, for want of memory
public record Summary(long passed, long failed, long skipped) {
  /// Of no cases at all.
  public static final Summary NONE = new Summary(0, 0, 0);

  /// The cases of both.
  public Summary plus(Summary other) {
    return new Summary(passed + other.passed, failed + other.failed, skipped + other.skipped);
  }

  /// `979 passed, 0 failed`, and `, 2 skipped` if any were.
  @Override
  public String toString() {
    return "%s passed, %s failed".formatted(passed, failed)
        + (skipped == 0 ? "" : ", %s skipped".formatted(skipped));
  }
}
