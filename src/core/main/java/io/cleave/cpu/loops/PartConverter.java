package io.cleave.cpu.loops;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import io.cleave.convert.Definition;
import io.cleave.plan.ElementType;
import java.lang.foreign.MemorySegment;

/// Converts staged elements of one part in plain Java: decodes a step into floats, calculates,
/// encodes, and copies what was made into the part. Other sources of 8 bits and fewer than u8 and
/// i8 are looked up in a table.
///
/// All loops work on arrays, since HotSpot has vectors for few loops over memory segments. Safe for
/// use by many threads.
public final class PartConverter {
  private final Formula formula;
  private final int targetBytes;

  /// The target's patterns for all of the source, in the array that suits them; else empty.
  private final float[] floats;

  private final short[] shorts;

  /// For one rule.
  public PartConverter(Definition definition) {
    this(Formula.of(definition), isLookedUp(definition) ? table(definition) : new long[0]);
  }

  /// For a source that is not looked up.
  public PartConverter(Formula formula) {
    this(formula, new long[0]);
  }

  private PartConverter(Formula formula, long[] table) {
    this.formula = formula;
    this.targetBytes = formula.target().bits() / Byte.SIZE;
    boolean isShort = formula.target().bits() == Short.SIZE;
    this.floats = new float[isShort ? 0 : table.length];
    this.shorts = new short[isShort ? table.length : 0];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = Float.intBitsToFloat((int) table[i]);
    }
    for (int i = 0; i < shorts.length; i++) {
      shorts[i] = (short) table[i];
    }
  }

  /// Bytes are calculated with, which takes a third of the time, but for bf16.
  private static boolean isLookedUp(Definition definition) {
    ElementType source = definition.source();
    boolean isByte = source == ElementType.U8 || source == ElementType.I8;
    return source.bits() <= Byte.SIZE && (!isByte || definition.target() == ElementType.BF16);
  }

  /// Elements that become f64 are f32 in the table, which is exact.
  private static long[] table(Definition definition) {
    boolean isWide = definition.target() == ElementType.F64;
    ElementType made = isWide ? ElementType.F32 : definition.target();
    return new Definition(definition.source(), definition.rule(), made).table();
  }

  /// Converts what is staged.
  ///
  /// @param place where
  /// @param first the index of the first element there
  /// @param to the first element's index in the part
  public void convert(
      Scratch scratch, int place, int first, int count, MemorySegment part, long to) {
    Object staged = scratch.array(place);
    for (int done = 0; done < count; done += Scratch.STEP) {
      int step = Math.min(Scratch.STEP, count - done);
      step(scratch, staged, first + done, step, part, (to + done) * targetBytes);
    }
  }

  private void step(Scratch scratch, Object in, int first, int count, MemorySegment part, long at) {
    float[] values = scratch.values;
    if (shorts.length > 0) {
      look(shorts, (byte[]) in, first, scratch.madeShorts, count);
      MemorySegment.copy(scratch.madeShorts, 0, part, JAVA_SHORT_UNALIGNED, at, count);
    } else if (floats.length > 0) {
      look(floats, (byte[]) in, first, values, count);
      if (formula.target() == ElementType.F64) {
        encode(scratch, count, part, at);
      } else {
        MemorySegment.copy(values, 0, part, JAVA_FLOAT_UNALIGNED, at, count);
      }
    } else if (formula.target() == ElementType.F64 && in instanceof int[] integers) {
      wide(integers, first, scratch.madeDoubles, count);
      MemorySegment.copy(scratch.madeDoubles, 0, part, JAVA_DOUBLE_UNALIGNED, at, count);
    } else {
      calculate(scratch, in, first, count);
      encode(scratch, count, part, at);
    }
  }

  /// Leaves the results in the scratch's values, or in their bits.
  private void calculate(Scratch scratch, Object in, int first, int count) {
    if (formula.source() == ElementType.F32 && formula.isCast() && isByBits()) {
      scratch.toBits(MemorySegment.ofArray((float[]) in), first, count);
      return;
    }
    decode(in, first, scratch.values, count);
    if (isByBits()) {
      scratch.toBits(scratch.valueMemory, 0, count);
    }
  }

  private boolean isByBits() {
    return formula.mayBeNaN() || formula.target() == ElementType.BF16;
  }

  private void decode(Object in, int first, float[] out, int count) {
    switch (formula.source()) {
      case U8, I8 -> Decoders.bytes((byte[]) in, first, out, count, formula);
      case U16, I16 -> Decoders.shorts((short[]) in, first, out, count, formula);
      default -> {
        decodeWide(in, first, out, count);
        if (!formula.isCast()) {
          Decoders.affine(out, count, formula.scale(), formula.bias());
        }
      }
    }
  }

  private void decodeWide(Object in, int first, float[] out, int count) {
    long zero = formula.zero();
    switch (formula.source()) {
      case F16 -> Decoders.f16((short[]) in, first, out, count);
      case BF16 -> Decoders.bf16((short[]) in, first, out, count);
      case U32 -> Decoders.u32((int[]) in, first, out, count, zero);
      case I32 -> {
        if (zero == 0) {
          Decoders.i32((int[]) in, first, out, count);
        } else {
          Decoders.i32((int[]) in, first, out, count, zero);
        }
      }
      case F32 -> System.arraycopy(in, first, out, 0, count);
      default -> throw new IllegalStateException("%s is looked up".formatted(formula.source()));
    }
  }

  private void encode(Scratch scratch, int count, MemorySegment part, long at) {
    ElementType target = formula.target();
    if (formula.mayBeNaN()) {
      Encoders.canonical(scratch.bits, count);
    }
    float[] values = scratch.values;
    switch (target) {
      case F32 -> {
        if (isByBits()) {
          MemorySegment.copy(scratch.bits, 0, part, JAVA_INT_UNALIGNED, at, count);
        } else {
          MemorySegment.copy(values, 0, part, JAVA_FLOAT_UNALIGNED, at, count);
        }
      }
      case F64 -> {
        if (formula.source() == ElementType.U8 || formula.source() == ElementType.I8) {
          Encoders.finite(values, scratch.madeDoubles, count);
        } else {
          Encoders.doubles(values, scratch.madeDoubles, count);
        }
        MemorySegment.copy(scratch.madeDoubles, 0, part, JAVA_DOUBLE_UNALIGNED, at, count);
      }
      case U8, I8 -> {
        boolean isSigned = target == ElementType.I8;
        float least = isSigned ? Byte.MIN_VALUE : 0;
        float most = isSigned ? Byte.MAX_VALUE : 0xFF;
        Encoders.bytes(values, scratch.madeBytes, count, least, most);
        MemorySegment.copy(scratch.madeBytes, 0, part, JAVA_BYTE, at, count);
      }
      default -> {
        shorts(scratch, count);
        MemorySegment.copy(scratch.madeShorts, 0, part, JAVA_SHORT_UNALIGNED, at, count);
      }
    }
  }

  private void shorts(Scratch scratch, int count) {
    float[] values = scratch.values;
    short[] out = scratch.madeShorts;
    switch (formula.target()) {
      case F16 -> {
        if (isByBits()) {
          scratch.toValues(count);
        }
        Encoders.f16(values, out, count);
      }
      case BF16 -> Encoders.bf16(scratch.bits, out, count);
      case U16 -> Encoders.shorts(values, out, count, 0, 0xFFFF);
      case I16 -> Encoders.shorts(values, out, count, Short.MIN_VALUE, Short.MAX_VALUE);
      default ->
          throw new IllegalStateException("nothing is converted to %s".formatted(formula.target()));
    }
  }

  private void wide(int[] in, int first, double[] out, int count) {
    if (formula.source() == ElementType.U32) {
      for (int i = 0; i < count; i++) {
        out[i] = in[first + i] & 0xFFFF_FFFFL;
      }
    } else {
      for (int i = 0; i < count; i++) {
        out[i] = in[first + i];
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
}
