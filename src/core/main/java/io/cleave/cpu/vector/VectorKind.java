package io.cleave.cpu.vector;

import io.cleave.cpu.loops.MemoryKinds;
import jdk.incubator.vector.VectorSpecies;

/// What a copy of [VectorLoops] is specialised for.
record VectorKind(VectorSpecies<Byte> species, MemoryKinds kinds) {
  /// What vectors must consist of to be loaded from some kind of memory, or stored there.
  ///
  /// C2 makes one instruction of a load of bytes from native memory and from `byte[]`, and none
  /// from other arrays: there it came at 41 us for 64 KB, and at 0.5 us once the vector has the
  /// array's own elements and is taken for bytes afterwards.
  VectorSpecies<?> species(Class<?> memory) {
    Class<?> element = MemoryKinds.elementType(memory);
    return element == char.class ? species.withLanes(short.class) : species.withLanes(element);
  }
}
