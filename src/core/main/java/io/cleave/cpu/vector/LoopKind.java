package io.cleave.cpu.vector;

import io.cleave.cpu.loops.Kinds;
import java.lang.invoke.MethodHandles;
import jdk.incubator.vector.VectorSpecies;

/// What a copy of [RunLoops] is made for.
record LoopKind(VectorSpecies<Byte> species, Kinds kinds) {
  /// @param copy that of the class
  static LoopKind of(MethodHandles.Lookup copy) {
    try {
      return MethodHandles.classData(copy, "_", LoopKind.class);
    } catch (IllegalAccessException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// For vectors of the same width of other elements.
  <E> VectorSpecies<E> species(Class<E> element) {
    return VectorSpecies.of(element, species.vectorShape());
  }
}
