package io.cleave.cpu.convert;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import io.cleave.convert.Definition;
import java.lang.foreign.MemorySegment;

/// Does with each element what the definition says: for parts that have fewer elements than a table
/// would have, and rules of their own.
final class FewConverter extends PartConverter {
  private final Definition definition;

  FewConverter(Definition definition) {
    super(definition.target());
    this.definition = definition;
  }

  @Override
  void step(Bench bench, int first, int count, MemorySegment part, long at) {
    byte[] staged = (byte[]) bench.array;
    int mask = (1 << definition.source().bits()) - 1;
    for (int i = 0; i < count; i++) {
      put(part, at, i, definition.apply(staged[first + i] & mask));
    }
  }

  private void put(MemorySegment part, long at, long element, long made) {
    switch (definition.target().bits()) {
      case Short.SIZE -> part.set(JAVA_SHORT_UNALIGNED, at + element * Short.BYTES, (short) made);
      case Integer.SIZE -> part.set(JAVA_INT_UNALIGNED, at + element * Integer.BYTES, (int) made);
      default -> part.set(JAVA_LONG_UNALIGNED, at + element * Long.BYTES, made);
    }
  }
}
