package io.cleave.cpu.loops;

/// Makes kernels on the Vector API. [io.cleave.cpu.VectorSupport] loads the one there is by name,
/// so that nothing else needs the module.
public interface VectorProvider {
  /// The bits of a vector: as HotSpot prefers them here, at most 512. Without C2 this says nothing.
  int bits();

  /// Kernels for some kinds of memory.
  ///
  /// @param plain what carries the rest
  Kernels kernels(Kernels plain, Kinds kinds);

  /// Whether rows of such columns are carried in one pass.
  ///
  /// @param count how many there are
  /// @param run the bytes of each
  boolean takesColumns(int count, int run);

  /// What converts arrays by vectors; the given loop where they have no instructions for it. What
  /// is made is [io.cleave.cpu.loops.Looped].
  ArrayKernels arrays();
}
