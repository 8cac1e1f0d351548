package io.cleave;

/// What programs that tests start say on standard error.
final class ErrorOutput {
  private ErrorOutput() {}

  /// `errors` as the program itself wrote them. Tests run with `libjsig.so` before all libraries,
  /// for PoCL's sake. Between fork and exec the JDK calls `signal`, which on some machines makes
  /// that library say a line about itself first.
  static String of(String errors) {
    return errors.replaceFirst("^OpenJDK VM warning: .*signal.*\\R", "");
  }
}
