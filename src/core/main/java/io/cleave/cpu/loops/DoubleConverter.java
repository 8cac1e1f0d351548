package io.cleave.cpu.loops;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;

import io.cleave.convert.Definition;
import io.cleave.plan.ElementType;
import java.lang.foreign.MemorySegment;

/// Casts to f64.
final class DoubleConverter extends PartConverter {
  private final ElementType source;
  private final ArrayLoop decoding;

  DoubleConverter(Definition definition) {
    super(definition.target());
    this.source = definition.source();
    this.decoding = StepDecoding.of(definition);
  }

  @Override
  void step(Bench bench, int first, int count, MemorySegment part, long at) {
    switch (source) {
      case I32 -> fromI32((int[]) bench.array, first, bench.steps.madeDoubles, count);
      case U32 -> fromU32((int[]) bench.array, first, bench.steps.madeDoubles, count);
      default -> {
        decoding.convert(bench.array, first, bench.steps.values, count);
        fromFloats(bench.steps.values, bench.steps.madeDoubles, count);
      }
    }
    MemorySegment.copy(bench.steps.madeDoubles, 0, part, JAVA_DOUBLE_UNALIGNED, at, count);
  }

  private static void fromI32(int[] in, int first, double[] out, int count) {
    for (int i = 0; i < count; i++) {
      out[i] = in[first + i];
    }
  }

  private static void fromU32(int[] in, int first, double[] out, int count) {
    for (int i = 0; i < count; i++) {
      out[i] = in[first + i] & 0xFFFF_FFFFL;
    }
  }

  private static void fromFloats(float[] in, double[] out, int count) {
    for (int i = 0; i < count; i++) {
      double value = in[i];
      out[i] = Double.isNaN(value) ? Double.NaN : value;
    }
  }
}
