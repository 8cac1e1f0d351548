package io.cleave.file.format;

import io.cleave.file.MalformedFileException;
import io.cleave.plan.Shape;
import io.cleave.text.OneLine;

/// Entry of a file: a tensor, or one that cannot be split.
public sealed interface Entry permits StoredTensor, Entry.Unusable {
  /// The name in the file.
  String name();

  /// Where its bytes are.
  DataSource data();

  /// The tensor.
  ///
  /// @throws MalformedFileException if it cannot be split; the message says why and what to do
  StoredTensor usable() throws MalformedFileException;

  /// A tensor that cannot be split, for example since its elements are complex numbers. An
  /// immutable value.
  ///
  /// @param description type and shape as far as the file's can be shown
  /// @param problem why it cannot be split, and what to do
  record Unusable(String name, DataSource data, String description, String problem)
      implements Entry {
    @Override
    public StoredTensor usable() throws MalformedFileException {
      throw new MalformedFileException(
          data.file().path(),
          "the tensor '%s' cannot be split: %s".formatted(OneLine.excerpt(name), problem));
    }
  }

  /// A tensor, or one that cannot be split.
  ///
  /// @param type of its elements, as the file names it
  /// @param stored its shape in the file
  static Entry of(
      String name,
      StoredType type,
      Shape stored,
      boolean isFortran,
      DataSource data,
      ReadOptions options) {
    try {
      return new StoredTensor(name, type.layout(stored, isFortran, options), data);
    } catch (IllegalArgumentException e) {
      String description = "%s %s".formatted(type.text(), stored);
      return new Unusable(name, data, description, String.valueOf(e.getMessage()));
    }
  }
}
