package io.cleave.file.tensor;

/// What a file holds under one name: a tensor that can be split, or one that cannot.
public sealed interface Entry permits StoredTensor, UnusableTensor {
  /// What the file calls it.
  String name();

  /// The tensor, if it can be split.
  ///
  /// @throws BadFileException if it cannot; the message says why and what to do
  StoredTensor usable();
}
