package io.cleave.cpu;

/// One thread's place to take rows apart, in arrays of its own.
///
/// These are of one type, so that the loops over them are compiled once and well whatever memory
/// the caller has, and they may be read and written a little beyond their contents.
interface Stage {
  /// Copies rows `first` to `first + rows - 1` to all parts.
  void copy(long first, int rows);
}
