package io.cleave.cpu.loops;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import io.cleave.plan.ElementType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.EnumSet;
import java.util.Set;

/// Converter in plain Java. Step by step it copies elements into an array, decodes them into
/// floats, calculates, encodes, and copies the result into the part; or it looks elements up.
///
/// Each loop works on arrays and does one thing, since HotSpot vectorizes few loops over memory
/// segments, no conversion that masks upper bits, and none between floats and their bits: these are
/// copied from one array to another.
public final class PlainConverter implements RunConverter {
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /// From this length on, runs that do not follow each other are converted one by one.
  public static final int LONG_RUN = 256;

  /// The elements that are unpacked at once, one to each byte of a word.
  private static final int IN_WORD = Long.BYTES;

  /// Rounds a number of up to 22 bits to nearest even when it is added: the sum has no fraction
  /// bits.
  private static final float ROUNDER = 0x1.8p23f;

  private static final int INFINITE = 0x7F80_0000;
  private static final int NAN = 0x7FC0_0000;

  /// Types to which the formula is applied while they are decoded.
  private static final Set<ElementType> SMALL_INTEGERS =
      EnumSet.of(ElementType.U8, ElementType.I8, ElementType.U16, ElementType.I16);

  public static final PlainConverter INSTANCE = new PlainConverter();

  private PlainConverter() {}

  @Override
  public boolean convert(Scratch scratch, ElementRuns elements) {
    Formula by = elements.by();
    Lookup lookup = by.unpacked();
    boolean areConsecutive = elements.areConsecutive();
    if (areConsecutive && lookup == null) {
      calculate(scratch, elements);
    } else if (areConsecutive || elements.run() >= LONG_RUN) {
      for (int row = 0; row < elements.rows(); row++) {
        if (lookup == null) {
          calculate(scratch, elements.only(row));
        } else {
          lookUp(scratch, lookup, elements.only(row));
        }
      }
    } else if (lookup != null && by.source().isSubByte()) {
      unpackRuns(scratch, lookup, elements);
    } else {
      return false;
    }
    return true;
  }

  /// Unpacks runs that follow each other in their part.
  private static void unpackRuns(Scratch scratch, Lookup lookup, ElementRuns elements) {
    ElementType source = elements.by().source();
    int run = elements.run();
    int rowsPerStep = Math.max(1, Scratch.STEP / run);
    for (int done = 0; done < elements.rows(); done += rowsPerStep) {
      int some = Math.min(rowsPerStep, elements.rows() - done);
      for (int i = 0; i < some; i++) {
        long bit = elements.from() + (done + i) * elements.pitch();
        unpack(source, elements.data(), bit, scratch.bytes, i * run, run);
      }
      long at = (elements.to() + (long) done * run) * width(elements.by().target());
      lookup.convert(scratch, some * run, elements.part(), at);
    }
  }

  private static void lookUp(Scratch scratch, Lookup unpacked, ElementRuns elements) {
    ElementType source = elements.by().source();
    MemorySegment data = elements.data();
    Lookup packed = elements.by().packed();
    int count = elements.run();
    int step;
    for (int done = 0; done < count; done += step) {
      int left = Math.min(Scratch.STEP, count - done);
      long bit = elements.from() + (long) done * source.bits();
      int ahead = packed == null ? 0 : (int) (-bit & 7) / source.bits();
      int bytes = ahead > 0 || packed == null ? 0 : left * source.bits() / Byte.SIZE;
      long at = (elements.to() + done) * width(elements.by().target());
      if (packed != null && bytes > 0) {
        step = bytes * (Byte.SIZE / source.bits());
        MemorySegment.copy(data, JAVA_BYTE, bit / Byte.SIZE, scratch.bytes, 0, bytes);
        packed.convert(scratch, bytes, elements.part(), at);
      } else {
        step = ahead > 0 ? Math.min(left, ahead) : left;
        if (source.isSubByte()) {
          unpack(source, data, bit, scratch.bytes, 0, step);
        } else {
          MemorySegment.copy(data, JAVA_BYTE, bit / Byte.SIZE, scratch.bytes, 0, step);
        }
        unpacked.convert(scratch, step, elements.part(), at);
      }
    }
  }

  private static int width(ElementType type) {
    return type.bits() / Byte.SIZE;
  }

  /// Unpacks elements narrower than a byte into a byte each.
  ///
  /// @param from the bit where they begin
  private static void unpack(
      ElementType source, MemorySegment data, long from, byte[] out, int first, int count) {
    int bits = source.bits();
    boolean isReversed = source.isMostSignificantFirst();
    for (int i = 0; i < count; i += IN_WORD) {
      long word = BitLoops.bits(data, from + (long) i * bits, IN_WORD * bits, isReversed);
      long halves = spread(word, 4 * bits, 32, 1);
      long quarters = spread(halves, 2 * bits, 16, 0x1_0000_0001L);
      WORDS.set(out, first + i, spread(quarters, bits, 8, 0x1_0001_0001_0001L));
    }
  }

  /// Moves the upper one of two fields to another place, in each of some equal parts of a word.
  ///
  /// @param width of a field
  /// @param place where the upper one goes
  /// @param each 1 in each part
  private static long spread(long word, int width, int place, long each) {
    long lower = ((1L << width) - 1) * each;
    return (word & lower) | (word & lower << width) << (place - width);
  }

  private static void calculate(Scratch scratch, ElementRuns elements) {
    int count = elements.run() * elements.rows();
    Formula by = elements.by();
    boolean mayBeNaN = Formula.mayBeNaN(by.source(), by.target());
    boolean isByBits = mayBeNaN || by.target() == ElementType.BF16;
    boolean areSmallIntegers = SMALL_INTEGERS.contains(by.source());
    for (int done = 0; done < count; done += Scratch.STEP) {
      int step = Math.min(Scratch.STEP, count - done);
      boolean areBits = decode(scratch, elements, done, step);
      if (areBits && !(isByBits && by.isCast())) {
        toFloats(scratch, step);
        areBits = false;
      }
      if (!by.isCast() && !areSmallIntegers) {
        affine(scratch.floats, step, by.scale(), by.bias());
      }
      if (isByBits && !areBits) {
        MemorySegment floats = MemorySegment.ofArray(scratch.floats);
        MemorySegment.copy(floats, JAVA_INT_UNALIGNED, 0, scratch.ints, 0, step);
      }
      if (mayBeNaN) {
        canonical(scratch.ints, step);
      }
      encode(scratch, elements, isByBits, done, step);
    }
  }

  private static void toFloats(Scratch scratch, int count) {
    MemorySegment bits = MemorySegment.ofArray(scratch.ints);
    MemorySegment.copy(bits, JAVA_FLOAT_UNALIGNED, 0, scratch.floats, 0, count);
  }

  /// Loads elements and decodes them into floats, less the zero point; applies the formula to small
  /// integers.
  ///
  /// Half of the range is subtracted from unsigned numbers first and added again to the floats.
  ///
  /// @return true if they are the bits of floats, in the array of integers
  private static boolean decode(Scratch scratch, ElementRuns elements, int done, int count) {
    Formula by = elements.by();
    MemorySegment data = elements.data();
    long at = elements.from() / Byte.SIZE + (long) done * width(by.source());
    float zero = by.zero();
    switch (by.source()) {
      case U8, I8 -> {
        MemorySegment.copy(data, JAVA_BYTE, at, scratch.bytes, 0, count);
        int half = by.source() == ElementType.U8 ? 0x80 : 0;
        subtract(half, scratch.bytes, count);
        widen(scratch.bytes, scratch.floats, count, half - zero, by);
      }
      case U16, I16 -> {
        MemorySegment.copy(data, JAVA_SHORT_UNALIGNED, at, scratch.shorts, 0, count);
        int half = by.source() == ElementType.U16 ? 0x8000 : 0;
        subtract(half, scratch.shorts, count);
        widen(scratch.shorts, scratch.floats, count, half - zero, by);
      }
      case F16 -> {
        MemorySegment.copy(data, JAVA_SHORT_UNALIGNED, at, scratch.shorts, 0, count);
        ofHalves(scratch.shorts, scratch.floats, count);
      }
      case BF16 -> {
        MemorySegment.copy(data, JAVA_SHORT_UNALIGNED, at, scratch.shorts, 0, count);
        ofUpperHalves(scratch.shorts, scratch.ints, count);
        return true;
      }
      case F32 -> {
        if (by.isCast()) {
          MemorySegment.copy(data, JAVA_INT_UNALIGNED, at, scratch.ints, 0, count);
          return true;
        }
        MemorySegment.copy(data, JAVA_FLOAT_UNALIGNED, at, scratch.floats, 0, count);
      }
      default -> {
        MemorySegment.copy(data, JAVA_INT_UNALIGNED, at, scratch.ints, 0, count);
        long mask = mask(by.source());
        if (by.target() == ElementType.F64) {
          widen(scratch.ints, scratch.doubles, count, mask);
        } else if (mask < 0 && zero == 0) {
          widen(scratch.ints, scratch.floats, count);
        } else {
          widen(scratch.ints, scratch.floats, count, mask, by.zero());
        }
      }
    }
    return false;
  }

  /// The bits of a sign-extended number that belong to it.
  private static long mask(ElementType source) {
    return source == ElementType.U32 ? 0xFFFF_FFFFL : -1;
  }

  /// In place, since HotSpot cannot know that two arrays of one type do not overlap.
  private static void subtract(int half, byte[] values, int count) {
    for (int i = 0; i < count; i++) {
      values[i] ^= (byte) half;
    }
  }

  private static void subtract(int half, short[] values, int count) {
    for (int i = 0; i < count; i++) {
      values[i] ^= (short) half;
    }
  }

  private static void widen(byte[] in, float[] out, int count, float shift, Formula by) {
    if (by.isCast()) {
      for (int i = 0; i < count; i++) {
        out[i] = in[i] + shift;
      }
      return;
    }
    float scale = by.scale();
    float bias = by.bias();
    for (int i = 0; i < count; i++) {
      out[i] = Math.fma(in[i] + shift, scale, bias);
    }
  }

  private static void widen(short[] in, float[] out, int count, float shift, Formula by) {
    if (by.isCast()) {
      for (int i = 0; i < count; i++) {
        out[i] = in[i] + shift;
      }
      return;
    }
    float scale = by.scale();
    float bias = by.bias();
    for (int i = 0; i < count; i++) {
      out[i] = Math.fma(in[i] + shift, scale, bias);
    }
  }

  private static void widen(int[] in, float[] out, int count) {
    for (int i = 0; i < count; i++) {
      out[i] = in[i];
    }
  }

  /// Rounds the difference once.
  private static void widen(int[] in, float[] out, int count, long mask, long zero) {
    for (int i = 0; i < count; i++) {
      out[i] = (in[i] & mask) - zero;
    }
  }

  private static void widen(int[] in, double[] out, int count, long mask) {
    for (int i = 0; i < count; i++) {
      out[i] = in[i] & mask;
    }
  }

  private static void ofHalves(short[] in, float[] out, int count) {
    for (int i = 0; i < count; i++) {
      out[i] = Float.float16ToFloat(in[i]);
    }
  }

  private static void ofUpperHalves(short[] in, int[] out, int count) {
    for (int i = 0; i < count; i++) {
      out[i] = in[i] << 16;
    }
  }

  private static void affine(float[] values, int count, float scale, float bias) {
    for (int i = 0; i < count; i++) {
      values[i] = Math.fma(values[i], scale, bias);
    }
  }

  /// Makes NaNs canonical, without a branch, so that HotSpot vectorizes it. To compare floats takes
  /// almost four times as long.
  private static void canonical(int[] bits, int count) {
    for (int i = 0; i < count; i++) {
      int nan = (INFINITE - (bits[i] & Integer.MAX_VALUE)) >> 31;
      bits[i] = (bits[i] & ~nan) | (NAN & nan);
    }
  }

  /// @param areBits whether the values are the bits of floats, in the array of integers
  private static void encode(
      Scratch scratch, ElementRuns elements, boolean areBits, int done, int count) {
    Formula by = elements.by();
    ElementType target = by.target();
    if (areBits && (target == ElementType.F16 || target == ElementType.F64)) {
      toFloats(scratch, count);
    }
    switch (target) {
      case F32 -> {
        if (areBits) {
          store(scratch.ints, JAVA_INT_UNALIGNED, elements, done, count);
        } else {
          store(scratch.floats, JAVA_FLOAT_UNALIGNED, elements, done, count);
        }
      }
      case F64 -> {
        if (by.source() != ElementType.I32 && by.source() != ElementType.U32) {
          widen(scratch.floats, scratch.doubles, count);
        }
        store(scratch.doubles, JAVA_DOUBLE_UNALIGNED, elements, done, count);
      }
      case U8, I8 -> {
        round(scratch.floats, scratch.bytes, count, least(target), most(target));
        store(scratch.bytes, JAVA_BYTE, elements, done, count);
      }
      default -> {
        switch (target) {
          case F16 -> toHalves(scratch.floats, scratch.shorts, count);
          case BF16 -> toUpperHalves(scratch.ints, scratch.shorts, count);
          default -> round(scratch.floats, scratch.shorts, count, least(target), most(target));
        }
        store(scratch.shorts, JAVA_SHORT_UNALIGNED, elements, done, count);
      }
    }
  }

  /// Stores the elements of an array in the part, run by run.
  private static void store(
      Object made, ValueLayout layout, ElementRuns elements, int done, int count) {
    int run = elements.run();
    int some;
    for (int i = 0; i < count; i += some) {
      int left = count - i;
      some = elements.rows() == 1 ? left : Math.min(left, run - (done + i) % run);
      long at = elements.place(done + i) * layout.byteSize();
      MemorySegment.copy(made, i, elements.part(), layout, at, some);
    }
  }

  /// The largest number of an integer type.
  public static float most(ElementType integer) {
    boolean isSigned = integer == ElementType.I8 || integer == ElementType.I16;
    return (1 << (integer.bits() - (isSigned ? 1 : 0))) - 1;
  }

  private static float least(ElementType integer) {
    return most(integer) + 1 - (1 << integer.bits());
  }

  /// A NaN stays one, and becomes 0.
  private static void round(float[] values, byte[] out, int count, float least, float most) {
    for (int i = 0; i < count; i++) {
      float inside = Math.min(Math.max(values[i], least), most);
      out[i] = (byte) (int) (inside + ROUNDER - ROUNDER);
    }
  }

  private static void round(float[] values, short[] out, int count, float least, float most) {
    for (int i = 0; i < count; i++) {
      float inside = Math.min(Math.max(values[i], least), most);
      out[i] = (short) (int) (inside + ROUNDER - ROUNDER);
    }
  }

  private static void toHalves(float[] values, short[] out, int count) {
    for (int i = 0; i < count; i++) {
      out[i] = Float.floatToFloat16(values[i]);
    }
  }

  /// Changes the bits in place: HotSpot does not vectorize the upper halves of integers.
  private static void toUpperHalves(int[] bits, short[] out, int count) {
    for (int i = 0; i < count; i++) {
      bits[i] = (bits[i] + 0x7FFF + (bits[i] >>> 16 & 1)) >>> 16;
    }
    for (int i = 0; i < count; i++) {
      out[i] = (short) bits[i];
    }
  }

  private static void widen(float[] in, double[] out, int count) {
    for (int i = 0; i < count; i++) {
      out[i] = in[i];
    }
  }
}
