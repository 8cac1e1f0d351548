package io.cleave.file;

/// Whether data is written as it is.
public enum Packing {
  /// As it is.
  STORED,
  /// Compressed, which only `.npz` files can be.
  DEFLATED
}
