package io.cleave.cpu.convert;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import io.cleave.convert.Definition;
import java.lang.foreign.MemorySegment;

/// Looks up what becomes of each of 256 bytes.
final class TableConverter extends PartConverter {
  private static final int PATTERNS = 1 << Byte.SIZE;

  private final int bits;
  private final float[] floats = new float[PATTERNS];
  private final short[] shorts = new short[PATTERNS];
  private final double[] doubles = new double[PATTERNS];

  TableConverter(Definition definition) {
    super(definition.target());
    this.bits = definition.target().bits();
    long[] table = definition.table();
    for (int i = 0; i < PATTERNS; i++) {
      floats[i] = Float.intBitsToFloat((int) table[i]);
      shorts[i] = (short) table[i];
      doubles[i] = Double.longBitsToDouble(table[i]);
    }
  }

  @Override
  void step(Bench bench, int first, int count, MemorySegment part, long at) {
    switch (bits) {
      case Float.SIZE -> {
        look(floats, (byte[]) bench.array, first, bench.steps.values, count);
        MemorySegment.copy(bench.steps.values, 0, part, JAVA_FLOAT_UNALIGNED, at, count);
      }
      case Short.SIZE -> {
        look(shorts, (byte[]) bench.array, first, bench.steps.madeShorts, count);
        MemorySegment.copy(bench.steps.madeShorts, 0, part, JAVA_SHORT_UNALIGNED, at, count);
      }
      default -> {
        look(doubles, (byte[]) bench.array, first, bench.steps.madeDoubles, count);
        MemorySegment.copy(bench.steps.madeDoubles, 0, part, JAVA_DOUBLE_UNALIGNED, at, count);
      }
    }
  }

  private static void look(float[] table, byte[] in, int first, float[] out, int count) {
    for (int i = 0; i < count; i++) {
      out[i] = table[in[first + i] & 0xFF];
    }
  }

  private static void look(short[] table, byte[] in, int first, short[] out, int count) {
    for (int i = 0; i < count; i++) {
      out[i] = table[in[first + i] & 0xFF];
    }
  }

  private static void look(double[] table, byte[] in, int first, double[] out, int count) {
    for (int i = 0; i < count; i++) {
      out[i] = table[in[first + i] & 0xFF];
    }
  }
}
