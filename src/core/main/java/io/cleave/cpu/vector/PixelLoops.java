package io.cleave.cpu.vector;

import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.cleave.cpu.loops.ElementRuns;
import io.cleave.cpu.loops.Formula;
import io.cleave.cpu.loops.MemoryKinds;
import io.cleave.cpu.loops.Specialized;
import io.cleave.plan.ElementType;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/// Loops that convert all channels of pixels of bytes in one pass, of which there is a hidden copy
/// for each [PixelKind]. See [VectorLoops] for why a copy, and why each loop compares classes
/// itself.
///
/// A step loads as many pixels as a vector has floats, each into the four bytes of a lane, from
/// which shifts take the channels. On one thread with AVX2, u8 in three to f32 takes .12 ns an
/// element in the cache and .27 out of it, where a loop for each channel takes .27 and .5.
///
/// C2 inlines a limited number of operations into a loop. With those that make f16 it called
/// methods, and took ten times as long; bf16 takes as few as are right for the values of a byte,
/// see [Formula#rounding].
final class PixelLoops {
  private static final PixelKind KIND = Specialized.kind(MethodHandles.lookup(), PixelKind.class);
  private static final Class<?> DATA = KIND.kinds().data();
  private static final Class<?> PART = KIND.kinds().part();
  private static final boolean IS_CONFINED = KIND.kinds().isConfined();
  private static final boolean IS_DIRECT = KIND.isDirect();
  private static final boolean IS_SINGLE_ROW = KIND.isSingleRow();
  private static final boolean IS_SIGNED = KIND.source() == ElementType.I8;
  private static final int CHANNELS = KIND.channels();
  private static final boolean USES_0 = KIND.uses(0);
  private static final boolean USES_1 = KIND.uses(1);
  private static final boolean USES_2 = KIND.uses(2);
  private static final boolean USES_3 = KIND.uses(3);

  private static final VectorSpecies<Float> FLOATS = KIND.of(float.class, KIND.bits());
  private static final VectorSpecies<Integer> INTS = KIND.of(int.class, KIND.bits());

  /// The species in which pixels are loaded and floats are stored, see [VectorKernels#species].
  private static final VectorSpecies<?> LOADED =
      VectorKernels.species(KIND.of(byte.class, KIND.windowBytes() * Byte.SIZE), DATA);

  private static final VectorSpecies<?> STORED =
      VectorKernels.species(KIND.of(byte.class, KIND.madeBytes() * Byte.SIZE), PART);

  private static final int LANES = KIND.lanes();
  private static final int MADE = KIND.madeBytes();
  private static final int WIDTH = MADE / LANES;
  private static final boolean IS_BF16 = KIND.target() == ElementType.BF16;
  private static final VectorSpecies<Short> SHORTS = KIND.of(short.class, KIND.bits() / 2);
  private static final int SPAN = KIND.spanBytes();

  /// The bits of a lane before the byte that is on top.
  private static final int BEFORE_TOP = Integer.SIZE - Byte.SIZE;

  private PixelLoops() {}

  /// @param channels four, see [io.cleave.cpu.loops.PixelConverter]
  /// @param order brings the bytes of three channels into lanes
  /// @param arrays those of the channels, where floats go that are to be f16
  /// @param from the byte where the first step of the first row begins
  /// @param skipped the elements of each row before, in the parts or arrays
  /// @param distance the elements from one row to the next there
  /// @param steps the steps of a row
  static void pixels(
      ElementRuns[] channels,
      VectorShuffle<Byte> order,
      float[][] arrays,
      long from,
      int skipped,
      long distance,
      int steps,
      int rows) {
    if (steps == 0) {
      return;
    }
    ElementRuns channel0 = channels[0];
    ElementRuns channel1 = channels[1];
    ElementRuns channel2 = channels[2];
    ElementRuns channel3 = channels[3];
    MemorySegment data = channel0.data();
    MemorySegment part0 = IS_DIRECT ? channel0.part() : data;
    MemorySegment part1 = IS_DIRECT ? channel1.part() : data;
    MemorySegment part2 = IS_DIRECT ? channel2.part() : data;
    MemorySegment part3 = IS_DIRECT ? channel3.part() : data;
    Class<?> part = IS_DIRECT ? PART : DATA;
    if (data.getClass() != DATA
        || part0.getClass() != part
        || part1.getClass() != part
        || part2.getClass() != part
        || part3.getClass() != part) {
      throw MemoryKinds.misfit(DATA, PART);
    }
    checkOwner(data);
    checkOwner(part0);
    checkOwner(part1);
    checkOwner(part2);
    checkOwner(part3);
    float scale0 = channel0.by().scale();
    float scale1 = channel1.by().scale();
    float scale2 = channel2.by().scale();
    float scale3 = channel3.by().scale();
    float bias0 = channel0.by().bias();
    float bias1 = channel1.by().bias();
    float bias2 = channel2.by().bias();
    float bias3 = channel3.by().bias();
    int rounding0 = channel0.by().rounding();
    int rounding1 = channel1.by().rounding();
    int rounding2 = channel2.by().rounding();
    int rounding3 = channel3.by().rounding();
    long to0 = (channel0.to() + skipped) * WIDTH;
    long to1 = (channel1.to() + skipped) * WIDTH;
    long to2 = (channel2.to() + skipped) * WIDTH;
    long to3 = (channel3.to() + skipped) * WIDTH;
    float[] array0 = arrays[0];
    float[] array1 = arrays[1];
    float[] array2 = arrays[2];
    float[] array3 = arrays[3];
    long pitch = channel0.pitch() / Byte.SIZE;
    int times = IS_SINGLE_ROW ? 1 : rows;
    for (int row = 0; row < times; row++) {
      long at = from + row * pitch;
      long shift = row * distance * WIDTH;
      int begin = skipped + row * (int) distance;
      for (int i = 0; i < steps; i++) {
        IntVector pixels = loaded(order, data, at + (long) i * SPAN);
        long place = shift + (long) i * MADE;
        int index = begin + i * LANES;
        if (USES_0) {
          store(channel(pixels, 0), scale0, bias0, rounding0, part0, to0 + place, array0, index);
        }
        if (USES_1) {
          store(channel(pixels, 1), scale1, bias1, rounding1, part1, to1 + place, array1, index);
        }
        if (USES_2) {
          store(channel(pixels, 2), scale2, bias2, rounding2, part2, to2 + place, array2, index);
        }
        if (USES_3) {
          store(channel(pixels, 3), scale3, bias3, rounding3, part3, to3 + place, array3, index);
        }
      }
    }
  }

  /// Stores floats as f16: HotSpot has vectors for this, the Vector API has none.
  ///
  /// @param to the byte of the part where the first one goes
  /// @param distance the bytes there from one row to the next
  /// @param run the floats of a row
  static void halves(
      float[] floats, MemorySegment part, long to, long distance, int run, int rows) {
    if (part.getClass() != PART) {
      throw MemoryKinds.misfit(DATA, PART);
    }
    checkOwner(part);
    for (int row = 0; row < rows; row++) {
      long at = to + row * distance;
      int first = row * run;
      for (int i = 0; i < run; i++) {
        short made = Float.floatToFloat16(floats[first + i]);
        part.set(JAVA_SHORT_UNALIGNED, at + (long) i * Short.BYTES, made);
      }
    }
  }

  /// See [MemoryKinds#isShared].
  private static void checkOwner(MemorySegment memory) {
    if (!IS_CONFINED && !MemoryKinds.isShared(memory)) {
      throw MemoryKinds.misfit(DATA, PART);
    }
  }

  private static IntVector loaded(VectorShuffle<Byte> order, MemorySegment data, long at) {
    ByteVector bytes = LOADED.fromMemorySegment(data, at, LITTLE_ENDIAN).reinterpretAsBytes();
    if (CHANNELS == 2) {
      return (IntVector)
          bytes.reinterpretAsShorts().convertShape(VectorOperators.ZERO_EXTEND_S2I, INTS, 0);
    }
    return (CHANNELS == 3 ? bytes.rearrange(order) : bytes).reinterpretAsInts();
  }

  /// The last of three channels is in the two upper bytes of a lane.
  private static IntVector channel(IntVector pixels, int channel) {
    int before = CHANNELS == 3 && channel == 2 ? BEFORE_TOP : channel * Byte.SIZE;
    if (IS_SIGNED) {
      return (before == BEFORE_TOP
              ? pixels
              : pixels.lanewise(VectorOperators.LSHL, BEFORE_TOP - before))
          .lanewise(VectorOperators.ASHR, BEFORE_TOP);
    }
    IntVector low = before == 0 ? pixels : pixels.lanewise(VectorOperators.LSHR, before);
    return before == BEFORE_TOP ? low : low.and(0xFF);
  }

  /// @param at the byte of the part where they go
  /// @param index where they go in the array
  private static void store(
      IntVector values,
      float scale,
      float bias,
      int rounding,
      MemorySegment part,
      long at,
      float[] array,
      int index) {
    FloatVector made =
        ((FloatVector) values.convertShape(VectorOperators.I2F, FLOATS, 0)).fma(scale, bias);
    if (IS_BF16) {
      made.reinterpretAsInts()
          .add(rounding)
          .lanewise(VectorOperators.LSHR, Short.SIZE)
          .convertShape(VectorOperators.I2S, SHORTS, 0)
          .reinterpretShape(STORED, 0)
          .intoMemorySegment(part, at, LITTLE_ENDIAN);
    } else if (IS_DIRECT) {
      made.reinterpretShape(STORED, 0).intoMemorySegment(part, at, LITTLE_ENDIAN);
    } else {
      made.intoArray(array, index);
    }
  }
}
