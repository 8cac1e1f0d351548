package io.cleave.cpu.vector;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.cleave.cpu.loops.MemoryKinds;
import io.cleave.cpu.loops.Specialized;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/// The loops on vectors, with a hidden copy of the class for each loop, kind of memory and width.
/// Species and kinds are constants of the copy, so that C2 knows the class of every segment and
/// makes one instruction of each load, whatever other kinds of memory the JVM has met: without
/// that, native memory after arrays came at a tenth of the rate, and arrays at a sixth. Each method
/// must compare the classes itself: behind a method that says yes or no C2 forgets them, and made
/// an object of 40 bytes for each slice of an array.
///
/// Each load and store checks its own bounds. One slice for all that a step loads saves that, but
/// such slices are objects in one JVM of two (see `PlainLoops`). No method may grow beyond 325
/// bytecodes, or C2 compiles it apart. And none may branch by the geometry, for a branch that is
/// taken for the first time sends the loop back to the interpreter, at a thousandth of its rate: in
/// one of two JVMs that had split u8 in three, u16 in three came at .03 of a copy for a second.
///
/// A copy must hold all that its loops call, for C2 knows nothing of what others share.
final class VectorLoops {
  private static final VectorKind KIND =
      Objects.requireNonNull(Specialized.data(MethodHandles.lookup(), VectorKind.class));
  private static final Class<?> DATA = KIND.kinds().data();
  private static final Class<?> PART = KIND.kinds().part();
  private static final VectorSpecies<Byte> BYTES = KIND.species();
  private static final VectorSpecies<?> LOADED = KIND.species(DATA);
  private static final VectorSpecies<?> STORED = KIND.species(PART);
  private static final boolean LOADS_BYTES = LOADED.equals(BYTES);
  private static final boolean STORES_BYTES = STORED.equals(BYTES);
  private static final int COUNT = KIND.windows();
  private static final int WIDTH = BYTES.length();
  private static final boolean IS_CONFINED = KIND.kinds().isConfined();

  private VectorLoops() {}

  /// See [MemoryKinds#isShared].
  private static void checkOwner(MemorySegment memory) {
    if (!IS_CONFINED && !MemoryKinds.isShared(memory)) {
      throw misfit();
    }
  }

  private static ByteVector load(MemorySegment data, long at) {
    // With the other way for bytes, too, runs of 33 to 60 bytes came at .75 of the rate.
    return LOADS_BYTES
        ? ByteVector.fromMemorySegment(BYTES, data, at, LITTLE_ENDIAN)
        : LOADED.fromMemorySegment(data, at, LITTLE_ENDIAN).reinterpretAsBytes();
  }

  private static void store(ByteVector vector, MemorySegment part, long at) {
    if (STORES_BYTES) {
      vector.intoMemorySegment(part, at, LITTLE_ENDIAN);
    } else {
      vector.reinterpretShape(STORED, 0).intoMemorySegment(part, at, LITTLE_ENDIAN);
    }
  }

  private static IllegalStateException misfit() {
    return MemoryKinds.misfit(DATA, PART);
  }

  /// Steps of up to four windows each.
  static void windows(
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
      ByteVector all = load(data, at);
      if (COUNT > 1) {
        all = all.blend(load(data, at + start1), mask1);
      }
      if (COUNT > 2) {
        all = all.blend(load(data, at + start2), mask2);
      }
      if (COUNT > 3) {
        all = all.blend(load(data, at + start3), mask3);
      }
      store(all.rearrange(order), part, end);
    }
  }

  /// Runs of more than a vector, up to two.
  static void pairs(
      Windows runs, MemorySegment data, long from, MemorySegment part, long to, int rows) {
    if (data.getClass() != DATA || part.getClass() != PART) {
      throw misfit();
    }
    checkOwner(data);
    checkOwner(part);
    long pitch = runs.stride();
    int run = runs.bytes();
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

  /// Longer runs.
  static void runs(
      Windows runs, MemorySegment data, long from, MemorySegment part, long to, int rows) {
    if (data.getClass() != DATA || part.getClass() != PART) {
      throw misfit();
    }
    checkOwner(data);
    checkOwner(part);
    long pitch = runs.stride();
    int run = runs.bytes();
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
