package io.cleave.text;

/// Checks of what users and files ask for, with a message that quotes the values.
public final class Checks {
  private Checks() {}

  /// Checks a condition.
  ///
  /// @param message a format, with the values that it names
  /// @throws IllegalArgumentException if the condition is false
  @SuppressWarnings("AnnotateFormatMethod") // The annotation is of a library.
  public static void require(boolean condition, String message, Object... values) {
    if (!condition) {
      throw new IllegalArgumentException(message.formatted(values));
    }
  }
}
