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

/// The loops over the runs of one part, of which there is a hidden copy for all kinds of memory and
/// widths. Species and kinds are constants of the copy, so that C2 knows the class of every segment
/// and makes one instruction of each load, whatever other kinds of memory the JVM has met: without
/// that, native memory after arrays came at a tenth of the rate, and arrays at a sixth. Each method
/// must compare the classes itself: behind a method that says yes or no C2 forgets them, and made
/// an object of 40 bytes for each slice of an array.
///
/// Each load and store checks its own bounds. One slice for all that a step loads saves that, but
/// such slices are objects in one JVM of two (see `Blocks`). No method may grow beyond 325
/// bytecodes, or C2 compiles it apart.
///
/// [ColumnLoops] loads and stores by methods of its own that are the same: a copy must hold all
/// that its loops call, for C2 knows nothing of what others share.
final class RunLoops {
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

  private RunLoops() {}

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

  static void windows1(
      Windows windows, MemorySegment data, long from, MemorySegment part, long to, int steps) {
    if (data.getClass() != DATA || part.getClass() != PART) {
      throw misfit();
    }
    checkOwner(data);
    checkOwner(part);
    long stride = windows.stride();
    int bytes = windows.bytes();
    VectorShuffle<Byte> order = windows.order();
    long at = from;
    long end = to;
    for (int i = 0; i < steps; i++, at += stride, end += bytes) {
      store(load(data, at).rearrange(order), part, end);
    }
  }

  static void windows2(
      Windows windows, MemorySegment data, long from, MemorySegment part, long to, int steps) {
    if (data.getClass() != DATA || part.getClass() != PART) {
      throw misfit();
    }
    checkOwner(data);
    checkOwner(part);
    long stride = windows.stride();
    int bytes = windows.bytes();
    VectorShuffle<Byte> order = windows.order();
    int start1 = windows.start(1);
    VectorMask<Byte> mask1 = windows.mask(1);
    long at = from;
    long end = to;
    for (int i = 0; i < steps; i++, at += stride, end += bytes) {
      ByteVector all = load(data, at).blend(load(data, at + start1), mask1);
      store(all.rearrange(order), part, end);
    }
  }

  static void windows3(
      Windows windows, MemorySegment data, long from, MemorySegment part, long to, int steps) {
    if (data.getClass() != DATA || part.getClass() != PART) {
      throw misfit();
    }
    checkOwner(data);
    checkOwner(part);
    long stride = windows.stride();
    int bytes = windows.bytes();
    VectorShuffle<Byte> order = windows.order();
    int start1 = windows.start(1);
    int start2 = windows.start(2);
    VectorMask<Byte> mask1 = windows.mask(1);
    VectorMask<Byte> mask2 = windows.mask(2);
    long at = from;
    long end = to;
    for (int i = 0; i < steps; i++, at += stride, end += bytes) {
      ByteVector all =
          load(data, at)
              .blend(load(data, at + start1), mask1)
              .blend(load(data, at + start2), mask2);
      store(all.rearrange(order), part, end);
    }
  }

  static void windows4(
      Windows windows, MemorySegment data, long from, MemorySegment part, long to, int steps) {
    if (data.getClass() != DATA || part.getClass() != PART) {
      throw misfit();
    }
    checkOwner(data);
    checkOwner(part);
    long stride = windows.stride();
    int bytes = windows.bytes();
    VectorShuffle<Byte> order = windows.order();
    int start1 = windows.start(1);
    int start2 = windows.start(2);
    int start3 = windows.start(3);
    VectorMask<Byte> mask1 = windows.mask(1);
    VectorMask<Byte> mask2 = windows.mask(2);
    VectorMask<Byte> mask3 = windows.mask(3);
    long at = from;
    long end = to;
    for (int i = 0; i < steps; i++, at += stride, end += bytes) {
      ByteVector all =
          load(data, at)
              .blend(load(data, at + start1), mask1)
              .blend(load(data, at + start2), mask2)
              .blend(load(data, at + start3), mask3);
      store(all.rearrange(order), part, end);
    }
  }

  static void pairs(
      RunMover runs, MemorySegment data, long from, MemorySegment part, long to, int rows) {
    if (data.getClass() != DATA || part.getClass() != PART) {
      throw misfit();
    }
    checkOwner(data);
    checkOwner(part);
    long pitch = runs.pitch();
    int run = runs.run();
    int tail = run - WIDTH;
    long at = from;
    long end = to;
    for (int i = 0; i < rows; i++, at += pitch, end += run) {
      ByteVector head = load(data, at);
      ByteVector last = load(data, at + tail);
      store(head, part, end);
      store(last, part, end + tail);
    }
  }

  static void runs(
      RunMover runs, MemorySegment data, long from, MemorySegment part, long to, int rows) {
    if (data.getClass() != DATA || part.getClass() != PART) {
      throw misfit();
    }
    checkOwner(data);
    checkOwner(part);
    long pitch = runs.pitch();
    int run = runs.run();
    int tail = run - WIDTH;
    long at = from;
    long end = to;
    for (int i = 0; i < rows; i++, at += pitch, end += run) {
      for (int block = 0; block < tail; block += WIDTH) {
        store(load(data, at + block), part, end + block);
      }
      store(load(data, at + tail), part, end + tail);
    }
  }
}
