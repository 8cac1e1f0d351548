package io.cleave.cpu.vector;

import io.cleave.cpu.loops.MemoryKinds;
import jdk.incubator.vector.VectorSpecies;

/// The constants of a copy of [VectorLoops].
///
/// @param windows how many windows a step loads; 0 for other loops
record VectorKind(VectorSpecies<Byte> species, MemoryKinds kinds, int windows) {
  /// The species in which vectors are loaded from some class of memory, or stored there.
  ///
  /// C2 makes one instruction of a load of bytes from native memory and from `byte[]`, and none
  /// from other arrays: there it came at 41 us for 64 KB, and at 0.5 us once the vector has the
  /// array's own elements and is taken for bytes afterwards.
  VectorSpecies<?> species(Class<?> memory) {
    Class<?> element = MemoryKinds.elementType(memory);
    return element == char.class ? species.withLanes(short.class) : species.withLanes(element);
  }
}
