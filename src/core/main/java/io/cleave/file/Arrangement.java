package io.cleave.file;

/// How parts are shared out among files.
public enum Arrangement {
  /// A file for each part. Where a format holds many tensors, part `i` of all of them is in file
  /// `i`; otherwise each part of each tensor has its own.
  FILE_FOR_EACH_PART,
  /// All parts of all tensors in one file.
  BUNDLE
}
