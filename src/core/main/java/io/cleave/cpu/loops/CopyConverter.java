package io.cleave.cpu.loops;

import io.cleave.plan.ElementType;
import java.lang.foreign.MemorySegment;

/// Puts elements as they are where they belong.
final class CopyConverter extends PartConverter {
  private final int width;

  CopyConverter(ElementType type) {
    super(type);
    this.width = type.bits() / Byte.SIZE;
  }

  @Override
  void step(Bench bench, int first, int count, MemorySegment part, long at) {
    MemorySegment.copy(bench.staged(), (long) first * width, part, at, (long) count * width);
  }
}
