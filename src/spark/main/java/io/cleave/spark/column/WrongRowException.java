package io.cleave.spark.column;

/// A row cannot be split, though others of its column can.
public final class WrongRowException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /// @param message what is wrong, in a sentence
  public WrongRowException(String message) {
    super(message);
  }
}
