package io.cleave.file.tensor;

import io.cleave.plan.SplitPlan;

/// The order in which a file holds the elements of a tensor.
public enum MemoryOrder {
  /// The last index runs fastest: row-major, as everywhere else in Cleave.
  C,
  /// The first index runs fastest: column-major.
  FORTRAN;

  /// The plan that does to the bytes in the file what `plan` says of the tensor.
  ///
  /// A Fortran-order tensor of shape `[a, b, c]` lies in the file as a C-order one of shape `[c, b,
  /// a]`. So it is split along the mirrored axis, and its parts are in Fortran order again: nothing
  /// is transposed. Part `i` of the one plan is part `i` of the other; only shapes and axes differ.
  public SplitPlan inFile(SplitPlan plan) {
    return switch (this) {
      case C -> plan;
      case FORTRAN -> plan.reversed();
    };
  }
}
