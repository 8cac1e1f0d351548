package io.cleave.cpu.vector;

import static java.lang.invoke.MethodType.methodType;

import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import jdk.incubator.vector.VectorSpecies;

/// What a copy of [KindLoops] is made for.
///
/// @param data the class of the segments that are read
/// @param part the class of those that are written
record LoopKind(VectorSpecies<Byte> species, Class<?> data, Class<?> part) {
  /// Defines the copy. It takes a millisecond.
  Loops define() {
    try (InputStream bytes = KindLoops.class.getResourceAsStream("KindLoops.class")) {
      if (bytes == null) {
        throw new LinkageError("%s is no resource".formatted(KindLoops.class));
      }
      MethodHandles.Lookup copy =
          MethodHandles.lookup().defineHiddenClassWithClassData(bytes.readAllBytes(), this, true);
      return (Loops) copy.findConstructor(copy.lookupClass(), methodType(void.class)).invoke();
    } catch (Throwable e) {
      throw new LinkageError("cannot copy %s".formatted(KindLoops.class), e);
    }
  }
}
