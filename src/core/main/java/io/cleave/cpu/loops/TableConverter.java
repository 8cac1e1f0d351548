package io.cleave.cpu.loops;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import io.cleave.convert.Definition;
import java.lang.foreign.MemorySegment;

/// Looks up what becomes of each of 256 bytes.
final class TableConverter extends PartConverter {
  private static final int PATTERNS = 1 << Byte.SIZE;

  private final int bits;

  /// The table, in the array that suits the target; a plan may have one for each of a million
  /// parts.
  private final float[] floats;

  private final short[] shorts;
  private final double[] doubles;

  TableConverter(Definition definition) {
    super(definition.target());
    this.bits = definition.target().bits();
    this.floats = new float[bits == Float.SIZE ? PATTERNS : 0];
    this.shorts = new short[bits == Short.SIZE ? PATTERNS : 0];
    this.doubles = new double[bits == Double.SIZE ? PATTERNS : 0];
    long[] table = definition.table();
    for (int i = 0; i < PATTERNS; i++) {
      put(i, table[i]);
    }
  }

  private void put(int pattern, long made) {
    switch (bits) {
      case Float.SIZE -> floats[pattern] = Float.intBitsToFloat((int) made);
      case Short.SIZE -> shorts[pattern] = (short) made;
      default -> doubles[pattern] = Double.longBitsToDouble(made);
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
