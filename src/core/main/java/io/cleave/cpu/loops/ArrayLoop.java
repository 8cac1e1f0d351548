package io.cleave.cpu.loops;

/// Turns elements of one array into those of another. It may change what it reads, and up to
/// [#SLACK] elements beyond the last in either array. Safe for use by many threads.
public interface ArrayLoop {
  /// How many elements arrays have beyond those that count.
  int SLACK = 64;

  /// Carries some elements.
  ///
  /// @param from an array
  /// @param first where they begin there
  /// @param to an array, written from its beginning on
  /// @param count 1 or more
  void convert(Object from, int first, Object to, int count);
}
