package io.cleave.cpu.loops;

/// Entry to the kernels on the Vector API, which is loaded by name, so that nothing else needs the
/// module.
public interface VectorProvider {
  /// The bits of a vector: as HotSpot prefers them here, at most 512. Without C2 this says nothing.
  int bits();

  /// Kernels for some kinds of memory.
  ///
  /// @param plain for all that vectors do not move
  /// @param warmsUp whether loops are used only when they are compiled and faster than plain ones
  Kernels kernels(Kernels plain, MemoryKinds kinds, boolean warmsUp);
}
