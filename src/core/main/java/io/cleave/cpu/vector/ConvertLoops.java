package io.cleave.cpu.vector;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.cleave.cpu.loops.Formula;
import io.cleave.cpu.loops.MemoryKinds;
import io.cleave.cpu.loops.PlainConverter;
import io.cleave.cpu.loops.Specialized;
import io.cleave.plan.ElementType;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/// Fused loops that load, select, convert and store the elements of one part, of which there is a
/// hidden copy for each [ConvertKind]. See [VectorLoops] for why a copy, and how each loop checks
/// classes.
///
/// A step makes as many elements as a vector has floats.
final class ConvertLoops {
  /// Added to a number of up to 22 bits, it leaves no room for a fraction: rounds to nearest even,
  /// and has the integer in the low bits.
  private static final float ROUNDER = 0x1.8p23f;

  private static final int INFINITE = 0x7F80_0000;
  private static final int NAN = 0x7FC0_0000;
  private static final int HALF_INFINITE = 0x7C00;
  private static final int HALF_NAN = 0x7E00;

  /// The bits of .5, and of the least normal number of f16.
  private static final int HALF = 126 << 23;

  private static final int LEAST_NORMAL = 113 << 23;

  private static final ConvertKind KIND =
      Specialized.kind(MethodHandles.lookup(), ConvertKind.class);
  private static final ElementType SOURCE = KIND.source();
  private static final ElementType TARGET = KIND.target();
  private static final boolean MAY_BE_NAN = Formula.mayBeNaN(SOURCE, TARGET);
  private static final Class<?> DATA = KIND.kinds().data();
  private static final Class<?> PART = KIND.kinds().part();
  private static final boolean IS_CONFINED = KIND.kinds().isConfined();

  private static final VectorSpecies<Float> FLOATS = KIND.of(float.class, KIND.bits());
  private static final VectorSpecies<Integer> INTS = KIND.of(int.class, KIND.bits());
  private static final VectorSpecies<Short> SHORTS = KIND.of(short.class, KIND.bits() / 2);
  private static final VectorSpecies<Byte> BYTES = KIND.of(byte.class, KIND.bits() / 4);

  private static final VectorSpecies<Byte> STEP = KIND.of(byte.class, KIND.stepBits());
  private static final int COLUMNS = KIND.columns();

  /// The species in which elements are loaded and steps are stored, see [VectorKernels#species].
  private static final VectorSpecies<?> LOADED = VectorKernels.species(KIND.loaded(), DATA);

  private static final VectorSpecies<?> STORED =
      VectorKernels.species(KIND.of(byte.class, KIND.madeBits()), PART);

  private static final int LANES = FLOATS.length();

  /// The bytes of the data for each element of a step.
  private static final int EACH = SOURCE.bits() / Byte.SIZE * COLUMNS;

  /// The bits of the largest magnitudes above and below 0 of an integer target.
  private static final int MOST = Float.floatToRawIntBits(PlainConverter.most(KIND.target()));

  private static final int LEAST = Float.floatToRawIntBits(PlainConverter.most(KIND.target()) + 1);
  private static final int TARGET_BYTES = TARGET.bits() / Byte.SIZE;

  private ConvertLoops() {}

  /// Checks class and owner of memory, see [MemoryKinds#misfit] and [MemoryKinds#isShared].
  private static void check(MemorySegment memory, Class<?> kind) {
    if (memory.getClass() != kind || (!IS_CONFINED && !MemoryKinds.isShared(memory))) {
      throw MemoryKinds.misfit(DATA, PART);
    }
  }

  /// Converts runs of at least a step; the last step of a run ends with it.
  ///
  /// @param order selects the elements of a step; not used if they are consecutive
  /// @param from the byte where the first run begins in the data
  /// @param pitch the bytes of the data from one run to the next
  /// @param to the byte where it goes in the part
  /// @param distance the bytes of the part from one run to the next
  /// @param run the elements of a run
  static void runs(
      Formula by,
      VectorShuffle<Byte> order,
      MemorySegment data,
      long from,
      long pitch,
      MemorySegment part,
      long to,
      long distance,
      int run,
      int rows) {
    check(data, DATA);
    check(part, PART);
    if (rows == 0) {
      return;
    }
    float zero = by.zero();
    float scale = by.scale();
    float bias = by.bias();
    int last = run - LANES;
    for (int row = 0; row < rows; row++) {
      long at = from + row * pitch;
      long end = to + row * distance;
      for (int i = 0; i < run; i += LANES) {
        int first = Math.min(i, last);
        FloatVector value =
            decoded(step(data, at + (long) first * EACH, order)).sub(zero).fma(scale, bias);
        store(value, part, end + (long) first * TARGET_BYTES);
      }
    }
  }

  /// Loads the elements of a step.
  private static ByteVector step(MemorySegment data, long at, VectorShuffle<Byte> order) {
    ByteVector rows = LOADED.fromMemorySegment(data, at, LITTLE_ENDIAN).reinterpretAsBytes();
    return (ByteVector) (COLUMNS > 1 ? rows.rearrange(order) : rows).reinterpretShape(STEP, 0);
  }

  private static FloatVector decoded(ByteVector raw) {
    if (SOURCE == ElementType.F32) {
      return raw.reinterpretAsFloats();
    }
    IntVector wide = widened(raw);
    if (SOURCE == ElementType.BF16) {
      return wide.lanewise(VectorOperators.LSHL, 16).reinterpretAsFloats();
    } else if (SOURCE == ElementType.F16) {
      return ofHalves(wide);
    }
    return (FloatVector) wide.convertShape(VectorOperators.I2F, FLOATS, 0);
  }

  private static IntVector widened(ByteVector raw) {
    if (SOURCE == ElementType.U8) {
      return (IntVector) raw.convertShape(VectorOperators.ZERO_EXTEND_B2I, INTS, 0);
    } else if (SOURCE == ElementType.I8) {
      return (IntVector) raw.convertShape(VectorOperators.B2I, INTS, 0);
    } else if (SOURCE == ElementType.I16 || SOURCE == ElementType.F16) {
      return (IntVector) raw.reinterpretAsShorts().convertShape(VectorOperators.S2I, INTS, 0);
    }
    return (IntVector)
        raw.reinterpretAsShorts().convertShape(VectorOperators.ZERO_EXTEND_S2I, INTS, 0);
  }

  /// Of sign-extended bits. A subnormal number is what a normal one has above 2^-14.
  private static FloatVector ofHalves(IntVector wide) {
    IntVector magnitude = wide.and(0x7FFF);
    IntVector normal = magnitude.lanewise(VectorOperators.LSHL, 13).add(112 << 23);
    FloatVector subnormal = normal.add(1 << 23).reinterpretAsFloats().sub(0x1p-14f);
    VectorMask<Integer> isSubnormal = magnitude.compare(VectorOperators.LT, 0x400);
    VectorMask<Integer> isInfinite = magnitude.compare(VectorOperators.GE, HALF_INFINITE);
    return normal
        .lanewise(VectorOperators.OR, INFINITE, isInfinite)
        .blend(subnormal.reinterpretAsInts(), isSubnormal)
        .or(wide.and(Integer.MIN_VALUE))
        .reinterpretAsFloats();
  }

  private static void store(FloatVector value, MemorySegment part, long at) {
    encoded(value).reinterpretShape(STORED, 0).intoMemorySegment(part, at, LITTLE_ENDIAN);
  }

  private static ByteVector encoded(FloatVector value) {
    IntVector bits = value.reinterpretAsInts();
    if (TARGET == ElementType.F32) {
      return (MAY_BE_NAN ? canonical(bits) : bits).reinterpretAsBytes();
    } else if (TARGET.bits() == Byte.SIZE) {
      return (ByteVector) rounded(bits).convertShape(VectorOperators.I2B, BYTES, 0);
    } else if (TARGET == ElementType.F16) {
      return shorts(halves(bits));
    } else if (TARGET == ElementType.BF16) {
      return shorts(upperHalves(MAY_BE_NAN ? canonical(bits) : bits));
    }
    return shorts(rounded(bits));
  }

  private static ByteVector shorts(IntVector made) {
    return made.convertShape(VectorOperators.I2S, SHORTS, 0).reinterpretAsBytes();
  }

  private static IntVector canonical(IntVector bits) {
    VectorMask<Integer> isNaN = bits.and(Integer.MAX_VALUE).compare(VectorOperators.GT, INFINITE);
    return bits.blend(NAN, isNaN);
  }

  /// Rounded to nearest even within the target's range, in the low bits; a NaN becomes 0.
  ///
  /// Floats of one sign are in the order of their bits, and integers have a minimum in one
  /// instruction, where the minimum and maximum of floats take several.
  private static IntVector rounded(IntVector bits) {
    IntVector inside;
    if (TARGET == ElementType.U8 || TARGET == ElementType.U16) {
      IntVector magnitude = bits.max(0);
      VectorMask<Integer> isNaN = magnitude.compare(VectorOperators.GT, INFINITE);
      inside = magnitude.min(MOST).blend(0, isNaN);
    } else {
      IntVector magnitude = bits.and(Integer.MAX_VALUE);
      VectorMask<Integer> isNaN = magnitude.compare(VectorOperators.GT, INFINITE);
      VectorMask<Integer> isNegative = bits.compare(VectorOperators.LT, 0);
      IntVector below = magnitude.min(LEAST).or(Integer.MIN_VALUE);
      inside = magnitude.min(MOST).blend(below, isNegative).blend(0, isNaN);
    }
    return inside.reinterpretAsFloats().add(ROUNDER).reinterpretAsInts();
  }

  private static IntVector upperHalves(IntVector bits) {
    IntVector odd = bits.lanewise(VectorOperators.LSHR, 16).and(1);
    return bits.add(0x7FFF).add(odd).lanewise(VectorOperators.LSHR, 16);
  }

  /// In f16, in the low bits. A float of at least .5 has no bits for less than the least subnormal
  /// number of f16, so that a sum rounds to one.
  private static IntVector halves(IntVector bits) {
    IntVector magnitude = bits.and(Integer.MAX_VALUE);
    IntVector odd = magnitude.lanewise(VectorOperators.LSHR, 13).and(1);
    IntVector normal =
        magnitude
            .add(0xFFF - (112 << 23))
            .add(odd)
            .lanewise(VectorOperators.LSHR, 13)
            .min(HALF_INFINITE);
    IntVector subnormal = magnitude.reinterpretAsFloats().add(.5f).reinterpretAsInts().sub(HALF);
    IntVector sign = bits.lanewise(VectorOperators.LSHR, 16).and(0x8000);
    return normal
        .blend(subnormal, magnitude.compare(VectorOperators.LT, LEAST_NORMAL))
        .or(sign)
        .blend(HALF_NAN, magnitude.compare(VectorOperators.GT, INFINITE));
  }
}
