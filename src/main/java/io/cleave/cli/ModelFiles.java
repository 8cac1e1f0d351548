package io.cleave.cli;

import io.cleave.file.StoredTensor;
import io.cleave.file.TensorFile;
import java.util.List;

/// Chooses a tensor of a file.
final class ModelFiles {
  private ModelFiles() {}

  /// The one tensor of a file.
  ///
  /// @throws IllegalArgumentException if there are several, or none
  static StoredTensor only(TensorFile file) {
    List<StoredTensor> tensors = file.tensors();
    if (tensors.size() != 1) {
      throw new IllegalArgumentException(
          "%s holds %s tensors; give a file that holds one".formatted(file.file(), tensors.size()));
    }
    return tensors.getFirst();
  }
}
