package io.cleave.cpu.vector;

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
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/// Loops that convert all channels of pixels of bytes in one pass, of which there is a hidden copy
/// for each [PixelKind]. See [VectorLoops] for why a copy, and how each loop checks classes.
///
/// A step loads as many pixels as a vector has floats, each into the four bytes of a lane, from
/// which shifts take the channels. That takes half the time of a loop for each channel.
///
/// C2 inlines a limited number of operations into a loop. Rounding any float to f16 takes more: C2
/// called methods, and took ten times as long. So floats become f16 and bf16 by the few operations
/// that are right for the values of a byte, see [Formula#rounding].
final class PixelLoops {
  private static final PixelKind KIND = Specialized.kind(MethodHandles.lookup(), PixelKind.class);
  private static final Class<?> DATA = KIND.kinds().data();
  private static final Class<?> PART = KIND.kinds().part();
  private static final boolean IS_CONFINED = KIND.kinds().isConfined();
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

  /// As in [VectorLoops].
  private static final Class<?> LOADED_CLASS = LOADED.vectorType();

  private static final VectorSpecies<?> STORED =
      VectorKernels.species(KIND.of(byte.class, KIND.madeBytes() * Byte.SIZE), PART);

  private static final int LANES = KIND.lanes();
  private static final int MADE = KIND.madeBytes();
  private static final int WIDTH = MADE / LANES;
  private static final ElementType TARGET = KIND.target();
  private static final boolean MAKES_FLOATS = TARGET == ElementType.F32;
  private static final boolean IS_SIGNED_F16 = KIND.isSigned();
  private static final int DROPPED = Formula.droppedBits(TARGET);
  private static final float PRESCALE = Formula.prescale(TARGET);
  private static final VectorSpecies<Short> SHORTS = KIND.of(short.class, KIND.bits() / 2);
  private static final int SPAN = KIND.spanBytes();

  /// The bits of a lane before the byte that is on top.
  private static final int BEFORE_TOP = Integer.SIZE - Byte.SIZE;

  /// Those before the third channel. The last of three is in the two upper bytes.
  private static final int BEFORE_2 = CHANNELS == 3 ? BEFORE_TOP : 2 * Byte.SIZE;

  private PixelLoops() {}

  /// @param channels four, see [io.cleave.cpu.loops.PixelConverter]
  /// @param order brings the bytes of three channels into lanes
  /// @param from the byte where the first step of the first row begins
  /// @param skipped the elements of each row before, in the parts
  /// @param distance the elements from one row to the next there
  /// @param steps the steps of a row
  /// @param rows without steps, the idle iterations
  static void pixels(
      ElementRuns[] channels,
      VectorShuffle<Byte> order,
      long from,
      int skipped,
      long distance,
      int steps,
      int rows) {
    ElementRuns channel0 = channels[0];
    ElementRuns channel1 = channels[1];
    ElementRuns channel2 = channels[2];
    ElementRuns channel3 = channels[3];
    MemorySegment data = channel0.data();
    MemorySegment part0 = channel0.part();
    MemorySegment part1 = channel1.part();
    MemorySegment part2 = channel2.part();
    MemorySegment part3 = channel3.part();
    check(data, DATA);
    check(part0, PART);
    check(part1, PART);
    check(part2, PART);
    check(part3, PART);
    if (steps == 0) {
      for (int left = rows; left > 0; left--) {}
      return;
    }
    float scale0 = channel0.by().scale() * PRESCALE;
    float scale1 = channel1.by().scale() * PRESCALE;
    float scale2 = channel2.by().scale() * PRESCALE;
    float scale3 = channel3.by().scale() * PRESCALE;
    float bias0 = channel0.by().bias() * PRESCALE;
    float bias1 = channel1.by().bias() * PRESCALE;
    float bias2 = channel2.by().bias() * PRESCALE;
    float bias3 = channel3.by().bias() * PRESCALE;
    IntVector rounding0 = IntVector.broadcast(INTS, channel0.by().rounding());
    IntVector rounding1 = IntVector.broadcast(INTS, channel1.by().rounding());
    IntVector rounding2 = IntVector.broadcast(INTS, channel2.by().rounding());
    IntVector rounding3 = IntVector.broadcast(INTS, channel3.by().rounding());
    IntVector sign = IntVector.broadcast(INTS, Formula.SIGN_OF_F16);
    long to0 = (channel0.to() + skipped) * WIDTH;
    long to1 = (channel1.to() + skipped) * WIDTH;
    long to2 = (channel2.to() + skipped) * WIDTH;
    long to3 = (channel3.to() + skipped) * WIDTH;
    long pitch = channel0.pitch() / Byte.SIZE;
    int times = IS_SINGLE_ROW ? 1 : rows;
    for (int row = 0; row < times; row++) {
      long at = from + row * pitch;
      long shift = row * distance * WIDTH;
      for (int i = 0; i < steps; i++) {
        ByteVector bytes = loaded(data, at + (long) i * SPAN);
        IntVector pixels = CHANNELS == 2 ? ofPairs(bytes) : inLanes(bytes, order);
        long place = shift + (long) i * MADE;
        if (USES_0) {
          IntVector value = IS_SIGNED ? signed(pixels, 0) : unsigned(pixels, 0);
          if (MAKES_FLOATS) {
            store(floats(value, scale0, bias0), part0, to0 + place);
          } else {
            storeHalves(value, scale0, bias0, rounding0, sign, part0, to0 + place);
          }
        }
        if (USES_1) {
          IntVector value = IS_SIGNED ? signed(pixels, 8) : unsigned(pixels, 8);
          if (MAKES_FLOATS) {
            store(floats(value, scale1, bias1), part1, to1 + place);
          } else {
            storeHalves(value, scale1, bias1, rounding1, sign, part1, to1 + place);
          }
        }
        if (USES_2) {
          IntVector value = IS_SIGNED ? signed(pixels, BEFORE_2) : unsigned(pixels, BEFORE_2);
          if (MAKES_FLOATS) {
            store(floats(value, scale2, bias2), part2, to2 + place);
          } else {
            storeHalves(value, scale2, bias2, rounding2, sign, part2, to2 + place);
          }
        }
        if (USES_3) {
          IntVector value = IS_SIGNED ? signed(pixels, BEFORE_TOP) : unsigned(pixels, BEFORE_TOP);
          if (MAKES_FLOATS) {
            store(floats(value, scale3, bias3), part3, to3 + place);
          } else {
            storeHalves(value, scale3, bias3, rounding3, sign, part3, to3 + place);
          }
        }
      }
    }
  }

  /// Checks class and owner of memory, see [MemoryKinds#misfit] and [MemoryKinds#isShared].
  private static void check(MemorySegment memory, Class<?> kind) {
    if (memory.getClass() != kind || (!IS_CONFINED && !MemoryKinds.isShared(memory))) {
      throw MemoryKinds.misfit(DATA, PART);
    }
  }

  private static ByteVector loaded(MemorySegment data, long at) {
    Object vector = LOADED_CLASS.cast(LOADED.fromMemorySegment(data, at, LITTLE_ENDIAN));
    return ((Vector<?>) vector).reinterpretAsBytes();
  }

  /// The bytes of each pixel in a lane.
  private static IntVector inLanes(ByteVector bytes, VectorShuffle<Byte> order) {
    return (CHANNELS == 3 ? bytes.rearrange(order) : bytes).reinterpretAsInts();
  }

  private static IntVector ofPairs(ByteVector bytes) {
    return (IntVector)
        bytes.reinterpretAsShorts().convertShape(VectorOperators.ZERO_EXTEND_S2I, INTS, 0);
  }

  private static IntVector signed(IntVector pixels, int before) {
    return (before == BEFORE_TOP
            ? pixels
            : pixels.lanewise(VectorOperators.LSHL, BEFORE_TOP - before))
        .lanewise(VectorOperators.ASHR, BEFORE_TOP);
  }

  private static IntVector unsigned(IntVector pixels, int before) {
    IntVector low = before == 0 ? pixels : pixels.lanewise(VectorOperators.LSHR, before);
    return before == BEFORE_TOP ? low : low.and(0xFF);
  }

  private static FloatVector floats(IntVector values, float scale, float bias) {
    return ((FloatVector) values.convertShape(VectorOperators.I2F, FLOATS, 0)).fma(scale, bias);
  }

  /// @param at the byte of the part where they go
  private static void store(FloatVector floats, MemorySegment part, long at) {
    floats.reinterpretShape(STORED, 0).intoMemorySegment(part, at, LITTLE_ENDIAN);
  }

  /// Long, see `Loop.Calls.MANY`.
  private static void storeHalves(
      IntVector values,
      float scale,
      float bias,
      IntVector rounding,
      IntVector sign,
      MemorySegment part,
      long at) {
    FloatVector floats =
        ((FloatVector) values.convertShape(VectorOperators.I2F, FLOATS, 0)).fma(scale, bias);
    IntVector rounded = floats.reinterpretAsInts().add(rounding);
    IntVector result = IS_SIGNED_F16 ? rounded.max(rounded.add(sign)) : rounded;
    result
        .lanewise(VectorOperators.LSHR, DROPPED)
        .convertShape(VectorOperators.I2S, SHORTS, 0)
        .reinterpretShape(STORED, 0)
        .intoMemorySegment(part, at, LITTLE_ENDIAN);
  }
}
