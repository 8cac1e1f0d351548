package io.cleave.cpu.vector;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.cleave.cpu.kernel.Kinds;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/// The loops over columns, all parts in one pass, of which there is a hidden copy for all kinds of
/// memory and widths, see [RunLoops].
final class ColumnLoops {
  private static final LoopKind KIND = LoopKind.of(MethodHandles.lookup());
  private static final VectorSpecies<Byte> BYTES = KIND.species();
  private static final VectorSpecies<Short> SHORTS = KIND.species(short.class);
  private static final VectorSpecies<Integer> INTS = KIND.species(int.class);
  private static final VectorSpecies<Long> LONGS = KIND.species(long.class);
  private static final VectorSpecies<Float> FLOATS = KIND.species(float.class);
  private static final VectorSpecies<Double> DOUBLES = KIND.species(double.class);
  private static final Class<?> DATA = KIND.kinds().data();
  private static final Class<?> PART = KIND.kinds().part();
  private static final Lane DATA_LANE = Lane.of(DATA);
  private static final Lane PART_LANE = Lane.of(PART);
  private static final int WIDTH = BYTES.length();
  private static final boolean IS_CONFINED = KIND.kinds().isConfined();

  private ColumnLoops() {}

  /// See [Kinds#isShared].
  private static void checkOwner(MemorySegment memory) {
    if (!IS_CONFINED && !Kinds.isShared(memory)) {
      throw misfit();
    }
  }

  private static ByteVector load(MemorySegment data, long at) {
    if (DATA_LANE == Lane.BYTE) {
      return ByteVector.fromMemorySegment(BYTES, data, at, LITTLE_ENDIAN);
    } else if (DATA_LANE == Lane.FLOAT) {
      return FloatVector.fromMemorySegment(FLOATS, data, at, LITTLE_ENDIAN).reinterpretAsBytes();
    } else if (DATA_LANE == Lane.INT) {
      return IntVector.fromMemorySegment(INTS, data, at, LITTLE_ENDIAN).reinterpretAsBytes();
    } else if (DATA_LANE == Lane.SHORT) {
      return ShortVector.fromMemorySegment(SHORTS, data, at, LITTLE_ENDIAN).reinterpretAsBytes();
    } else if (DATA_LANE == Lane.LONG) {
      return LongVector.fromMemorySegment(LONGS, data, at, LITTLE_ENDIAN).reinterpretAsBytes();
    }
    return DoubleVector.fromMemorySegment(DOUBLES, data, at, LITTLE_ENDIAN).reinterpretAsBytes();
  }

  private static void store(ByteVector vector, MemorySegment part, long at) {
    if (PART_LANE == Lane.BYTE) {
      vector.intoMemorySegment(part, at, LITTLE_ENDIAN);
    } else if (PART_LANE == Lane.FLOAT) {
      vector.reinterpretAsFloats().intoMemorySegment(part, at, LITTLE_ENDIAN);
    } else if (PART_LANE == Lane.INT) {
      vector.reinterpretAsInts().intoMemorySegment(part, at, LITTLE_ENDIAN);
    } else if (PART_LANE == Lane.SHORT) {
      vector.reinterpretAsShorts().intoMemorySegment(part, at, LITTLE_ENDIAN);
    } else if (PART_LANE == Lane.LONG) {
      vector.reinterpretAsLongs().intoMemorySegment(part, at, LITTLE_ENDIAN);
    } else {
      vector.reinterpretAsDoubles().intoMemorySegment(part, at, LITTLE_ENDIAN);
    }
  }

  private static IllegalStateException misfit() {
    return Kinds.misfit(DATA, PART);
  }

  static void columns2(
      Columns columns, MemorySegment data, long from, MemorySegment[] parts, long to, int steps) {
    MemorySegment part0 = parts[0];
    MemorySegment part1 = parts[1];
    if (data.getClass() != DATA || part0.getClass() != PART || part1.getClass() != PART) {
      throw misfit();
    }
    checkOwner(data);
    checkOwner(part0);
    checkOwner(part1);
    VectorShuffle<Byte> turn1 = columns.turn(1);
    VectorShuffle<Byte> order0 = columns.order(0);
    VectorShuffle<Byte> order1 = columns.order(1);
    VectorMask<Byte> mask0 = columns.mask(0);
    VectorMask<Byte> mask1 = columns.mask(1);
    long at = from;
    long end = to;
    for (int i = 0; i < steps; i++, at += 2L * WIDTH, end += WIDTH) {
      ByteVector a = load(data, at);
      ByteVector b = load(data, at + WIDTH).rearrange(turn1);
      store(a.blend(b, mask1).rearrange(order0), part0, end);
      store(a.blend(b, mask0).rearrange(order1), part1, end);
    }
  }

  static void columns3(
      Columns columns, MemorySegment data, long from, MemorySegment[] parts, long to, int steps) {
    MemorySegment part0 = parts[0];
    MemorySegment part1 = parts[1];
    MemorySegment part2 = parts[2];
    if (data.getClass() != DATA
        || part0.getClass() != PART
        || part1.getClass() != PART
        || part2.getClass() != PART) {
      throw misfit();
    }
    checkOwner(data);
    checkOwner(part0);
    checkOwner(part1);
    checkOwner(part2);
    int second = columns.start(1);
    int third = columns.start(2);
    VectorShuffle<Byte> order0 = columns.order(0);
    VectorShuffle<Byte> order1 = columns.order(1);
    VectorShuffle<Byte> order2 = columns.order(2);
    VectorMask<Byte> mask0 = columns.mask(0);
    VectorMask<Byte> mask1 = columns.mask(1);
    VectorMask<Byte> mask2 = columns.mask(2);
    long at = from;
    long end = to;
    for (int i = 0; i < steps; i++, at += 3L * WIDTH, end += WIDTH) {
      ByteVector a = load(data, at);
      ByteVector b = load(data, at + second);
      ByteVector c = load(data, at + third);
      store(a.blend(b, mask2).blend(c, mask1).rearrange(order0), part0, end);
      store(a.blend(b, mask0).blend(c, mask2).rearrange(order1), part1, end);
      store(a.blend(b, mask1).blend(c, mask0).rearrange(order2), part2, end);
    }
  }

  static void columns4(
      Columns columns, MemorySegment data, long from, MemorySegment[] parts, long to, int steps) {
    MemorySegment part0 = parts[0];
    MemorySegment part1 = parts[1];
    MemorySegment part2 = parts[2];
    MemorySegment part3 = parts[3];
    if (data.getClass() != DATA
        || part0.getClass() != PART
        || part1.getClass() != PART
        || part2.getClass() != PART
        || part3.getClass() != PART) {
      throw misfit();
    }
    checkOwner(data);
    checkOwner(part0);
    checkOwner(part1);
    checkOwner(part2);
    checkOwner(part3);
    VectorShuffle<Byte> turn1 = columns.turn(1);
    VectorShuffle<Byte> turn2 = columns.turn(2);
    VectorShuffle<Byte> turn3 = columns.turn(3);
    VectorShuffle<Byte> order0 = columns.order(0);
    VectorShuffle<Byte> order1 = columns.order(1);
    VectorShuffle<Byte> order2 = columns.order(2);
    VectorShuffle<Byte> order3 = columns.order(3);
    VectorMask<Byte> mask0 = columns.mask(0);
    VectorMask<Byte> mask1 = columns.mask(1);
    VectorMask<Byte> mask2 = columns.mask(2);
    VectorMask<Byte> mask3 = columns.mask(3);
    long at = from;
    long end = to;
    for (int i = 0; i < steps; i++, at += 4L * WIDTH, end += WIDTH) {
      ByteVector a = load(data, at);
      ByteVector b = load(data, at + WIDTH).rearrange(turn1);
      ByteVector c = load(data, at + 2L * WIDTH).rearrange(turn2);
      ByteVector d = load(data, at + 3L * WIDTH).rearrange(turn3);
      store(a.blend(b, mask1).blend(c, mask2).blend(d, mask3).rearrange(order0), part0, end);
      store(a.blend(b, mask2).blend(c, mask3).blend(d, mask0).rearrange(order1), part1, end);
      store(a.blend(b, mask3).blend(c, mask0).blend(d, mask1).rearrange(order2), part2, end);
      store(a.blend(b, mask0).blend(c, mask1).blend(d, mask2).rearrange(order3), part3, end);
    }
  }
}
