package io.cleave.file.tensor;

/// What becomes of a file that has the name of an output.
public enum Existing {
  /// It stays, and nothing is written.
  REFUSED,
  /// The output takes its place.
  REPLACED
}
