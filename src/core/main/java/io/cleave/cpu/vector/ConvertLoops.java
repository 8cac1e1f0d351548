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
import jdk.incubator.vector.Vector;
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
  private static final int SOURCE_BYTES = SOURCE.bits() / Byte.SIZE;

  /// True if elements are widened with their sign.
  private static final boolean IS_SIGNED =
      SOURCE == ElementType.F16 || SOURCE == ElementType.I8 || SOURCE == ElementType.I16;

  private static final boolean MAKES_UNSIGNED =
      TARGET == ElementType.U8 || TARGET == ElementType.U16;
  private static final boolean MAKES_INTEGERS =
      MAKES_UNSIGNED || TARGET == ElementType.I8 || TARGET == ElementType.I16;
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

  /// As in [VectorLoops].
  private static final Class<?> LOADED_CLASS = LOADED.vectorType();

  private static final VectorSpecies<?> STORED =
      VectorKernels.species(KIND.of(byte.class, KIND.madeBits()), PART);

  private static final int LANES = FLOATS.length();

  /// The bytes of the data for each element of a step.
  private static final int EACH = SOURCE_BYTES * COLUMNS;

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
  /// @param run the elements of a run; without rows, the idle iterations
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
      for (int left = run; left > 0; left--) {}
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
        ByteVector raw = step(loaded(data, at + (long) first * EACH), order);
        FloatVector value;
        if (SOURCE == ElementType.F32) {
          value = raw.reinterpretAsFloats();
        } else if (SOURCE == ElementType.BF16) {
          value = ofUpperHalves(ofShorts(raw));
        } else if (SOURCE == ElementType.F16) {
          IntVector wide = ofShorts(raw);
          IntVector half = wide.and(0x7FFF);
          IntVector finite = ofFinite(half, ofNormal(half));
          VectorMask<Integer> isInfinite = half.compare(VectorOperators.GE, HALF_INFINITE);
          IntVector number = finite.lanewise(VectorOperators.OR, INFINITE, isInfinite);
          value = number.or(wide.and(Integer.MIN_VALUE)).reinterpretAsFloats();
        } else {
          value = ofIntegers(SOURCE_BYTES == Byte.BYTES ? ofBytes(raw) : ofShorts(raw));
        }
        IntVector bits = value.sub(zero).fma(scale, bias).reinterpretAsInts();
        IntVector magnitude = bits.and(Integer.MAX_VALUE);
        VectorMask<Integer> isNaN = magnitude.compare(VectorOperators.GT, INFINITE);
        IntVector made;
        if (TARGET == ElementType.F16) {
          VectorMask<Integer> isSubnormal = magnitude.compare(VectorOperators.LT, LEAST_NORMAL);
          IntVector half =
              normal(magnitude).min(HALF_INFINITE).blend(subnormal(magnitude), isSubnormal);
          IntVector sign = bits.lanewise(VectorOperators.LSHR, 16).and(0x8000);
          made = half.or(sign).blend(HALF_NAN, isNaN);
        } else if (MAKES_INTEGERS) {
          IntVector inside = MAKES_UNSIGNED ? bits.max(0).min(MOST) : signed(bits, magnitude);
          made = rounded(inside.blend(0, isNaN));
        } else {
          IntVector floats = MAY_BE_NAN ? bits.blend(NAN, isNaN) : bits;
          made = TARGET == ElementType.F32 ? floats : upperHalves(floats);
        }
        ByteVector elements = TARGET_BYTES == Byte.BYTES ? bytes(made) : others(made);
        store(elements, part, end + (long) first * TARGET_BYTES);
      }
    }
  }

  private static ByteVector loaded(MemorySegment data, long at) {
    Object vector = LOADED_CLASS.cast(LOADED.fromMemorySegment(data, at, LITTLE_ENDIAN));
    return ((Vector<?>) vector).reinterpretAsBytes();
  }

  /// The elements of a step among those that were loaded.
  private static ByteVector step(ByteVector rows, VectorShuffle<Byte> order) {
    return (ByteVector) (COLUMNS > 1 ? rows.rearrange(order) : rows).reinterpretShape(STEP, 0);
  }

  private static void store(ByteVector made, MemorySegment part, long at) {
    made.reinterpretShape(STORED, 0).intoMemorySegment(part, at, LITTLE_ENDIAN);
  }

  private static IntVector ofBytes(ByteVector raw) {
    return (IntVector)
        raw.convertShape(
            IS_SIGNED ? VectorOperators.B2I : VectorOperators.ZERO_EXTEND_B2I, INTS, 0);
  }

  private static IntVector ofShorts(ByteVector raw) {
    return (IntVector)
        raw.reinterpretAsShorts()
            .convertShape(
                IS_SIGNED ? VectorOperators.S2I : VectorOperators.ZERO_EXTEND_S2I, INTS, 0);
  }

  private static FloatVector ofUpperHalves(IntVector wide) {
    return wide.lanewise(VectorOperators.LSHL, 16).reinterpretAsFloats();
  }

  private static FloatVector ofIntegers(IntVector wide) {
    return (FloatVector) wide.convertShape(VectorOperators.I2F, FLOATS, 0);
  }

  /// @param half the bits of an f16 without its sign
  private static IntVector ofNormal(IntVector half) {
    return half.lanewise(VectorOperators.LSHL, 13).add(112 << 23);
  }

  /// A subnormal number is what a normal one has above 2^-14.
  private static IntVector ofFinite(IntVector half, IntVector normal) {
    return normal.blend(
        normal.add(1 << 23).reinterpretAsFloats().sub(0x1p-14f).reinterpretAsInts(),
        half.compare(VectorOperators.LT, 0x400));
  }

  /// Within the target's range.
  ///
  /// Floats of one sign are in the order of their bits, and integers have a minimum in one
  /// instruction, where the minimum and maximum of floats take several.
  private static IntVector signed(IntVector bits, IntVector magnitude) {
    IntVector below = magnitude.min(LEAST).or(Integer.MIN_VALUE);
    return magnitude.min(MOST).blend(below, bits.compare(VectorOperators.LT, 0));
  }

  /// Rounded to nearest even, in the low bits.
  private static IntVector rounded(IntVector inside) {
    return inside.reinterpretAsFloats().add(ROUNDER).reinterpretAsInts();
  }

  private static IntVector upperHalves(IntVector bits) {
    IntVector odd = bits.lanewise(VectorOperators.LSHR, 16).and(1);
    return bits.add(0x7FFF).add(odd).lanewise(VectorOperators.LSHR, 16);
  }

  /// As a normal number of f16.
  private static IntVector normal(IntVector magnitude) {
    IntVector odd = magnitude.lanewise(VectorOperators.LSHR, 13).and(1);
    return magnitude.add(0xFFF - (112 << 23)).add(odd).lanewise(VectorOperators.LSHR, 13);
  }

  /// As a subnormal number of f16. A float of at least .5 has no bits for less than the least one,
  /// so that a sum rounds to one.
  private static IntVector subnormal(IntVector magnitude) {
    return magnitude.reinterpretAsFloats().add(.5f).reinterpretAsInts().sub(HALF);
  }

  private static ByteVector bytes(IntVector made) {
    return (ByteVector) made.convertShape(VectorOperators.I2B, BYTES, 0);
  }

  private static ByteVector others(IntVector made) {
    if (TARGET_BYTES == Integer.BYTES) {
      return made.reinterpretAsBytes();
    }
    return made.convertShape(VectorOperators.I2S, SHORTS, 0).reinterpretAsBytes();
  }
}
