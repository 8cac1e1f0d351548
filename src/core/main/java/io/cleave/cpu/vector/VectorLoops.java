package io.cleave.cpu.vector;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.cleave.cpu.loops.LoopKind;
import io.cleave.cpu.loops.MemoryKinds;
import io.cleave.cpu.loops.Specialized;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/// The loops on vectors, with a hidden copy of the class for each loop, kind of memory and width.
/// Species and kinds are constants of the copy, so that C2 knows the class of every segment and
/// makes one instruction of each load, whatever other kinds of memory the JVM has met. Each loop
/// has the classes compared by a method that throws: behind one that says yes or no C2 forgets
/// them, and makes an object for each slice of an array.
///
/// Each load and store checks its own bounds. One slice for all that a step loads saves that, but
/// such slices are objects in one JVM of two (see `PlainLoops`). No method that a loop calls may
/// grow beyond 325 bytecodes, or C2 compiles it apart. And none may branch by the geometry, for a
/// branch that is taken for the first time sends the loop back to the interpreter, for a second at
/// a thousandth of its rate.
///
/// A copy must hold all that its loops call, for C2 knows nothing of what others share. Such a
/// method has at most 35 bytecodes and calls no other one of its class: C2 inlines nothing longer,
/// and nothing at the second level, where the profile of a warm-up has too few calls of it.
///
/// Each loop takes what a step does, the data, where the first run begins, all parts, where its run
/// goes, counted from where each part begins, the steps of an index of the level, and the indices:
/// one, unless the loop jumps; without steps, the idle iterations of a warm-up (see `Loop`). Those
/// come after the check of the memory, or C2 would take that for cold and call it, and in a loop of
/// their own, or C2 would believe that the other one ends soon, and unroll it less.
final class VectorLoops {
  private static final LoopKind KIND = Specialized.kind(MethodHandles.lookup(), LoopKind.class);
  private static final Class<?> DATA = KIND.kinds().data();
  private static final Class<?> PART = KIND.kinds().part();
  private static final boolean IS_CONFINED = KIND.kinds().isConfined();
  private static final VectorSpecies<Byte> BYTES = VectorKernels.species(KIND.width());
  private static final VectorSpecies<?> LOADED = VectorKernels.species(BYTES, DATA);
  private static final VectorSpecies<?> STORED = VectorKernels.species(BYTES, PART);

  /// A load is cast to it, so that C2 knows the class of a vector without a profile. In JVMs that
  /// have run many splits, the profiles of vectors' methods may be empty or have met other classes,
  /// and C2 compiles a loop with an object for each vector.
  private static final Class<?> LOADED_CLASS = LOADED.vectorType();

  private static final boolean STORES_BYTES = STORED.equals(BYTES);
  private static final int WIDTH = BYTES.length();

  /// Added to the variant of a loop that jumps from the last step of an index to the first of the
  /// next one. A loop within a loop takes the time of ten steps to be entered, for C2 then checks
  /// the bounds of all its loads and stores; one that jumps checks them step by step, which takes
  /// 1.5 times as long.
  static final int JUMPING = 128;

  /// Added to the variant where shuffles move whole ints, see [Windows#areInts]. More than the
  /// vectors of a run: 24 of 16 bytes.
  static final int INTS = 64;

  /// The windows of a step, the columns, or the vectors of a run. A loop for any number of vectors
  /// would be compiled for those that it has met first, and move others at a quarter of the rate.
  private static final int COUNT = KIND.variant() % INTS;

  private static final boolean ARE_INTS = (KIND.variant() & INTS) != 0;

  private static final boolean JUMPS = KIND.variant() >= JUMPING;

  private VectorLoops() {}

  /// Checks class and owner of memory, see [MemoryKinds#misfit] and [MemoryKinds#isShared].
  private static void check(MemorySegment memory, Class<?> kind) {
    if (memory.getClass() != kind || (!IS_CONFINED && !MemoryKinds.isShared(memory))) {
      throw MemoryKinds.misfit(DATA, PART);
    }
  }

  private static ByteVector load(MemorySegment data, long at) {
    Object vector = LOADED_CLASS.cast(LOADED.fromMemorySegment(data, at, LITTLE_ENDIAN));
    return ((Vector<?>) vector).reinterpretAsBytes();
  }

  private static void store(ByteVector vector, MemorySegment part, long at) {
    if (STORES_BYTES) {
      vector.intoMemorySegment(part, at, LITTLE_ENDIAN);
    } else {
      vector.reinterpretShape(STORED, 0).intoMemorySegment(part, at, LITTLE_ENDIAN);
    }
  }

  /// Steps of up to four windows each.
  static void windows(
      Step by, MemorySegment data, long at, MemorySegment[] parts, long end, int steps, int count) {
    MemorySegment part = parts[by.runs.part()];
    check(data, DATA);
    check(part, PART);
    if (steps == 0) {
      for (int left = count; left > 0; left--) {}
      return;
    }
    long stride = by.windows.stride;
    int bytes = by.windows.bytes;
    VectorShuffle<Byte> order = by.windows.orders[0];
    VectorShuffle<Integer> intOrder = by.windows.intOrders[0];
    int start1 = by.windows.starts[1];
    int start2 = by.windows.starts[2];
    int start3 = by.windows.starts[3];
    VectorMask<Byte> mask1 = by.windows.masks[1];
    VectorMask<Byte> mask2 = by.windows.masks[2];
    VectorMask<Byte> mask3 = by.windows.masks[3];
    long gap = by.runs.stride() - steps * stride;
    long partGap = by.runs.partStride() - (long) steps * bytes;
    int allSteps = steps * count;
    int left = steps;
    end += by.begins[0];
    for (int i = 0; i < allSteps; i++) {
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
      store(shuffled(all, order, intOrder, ARE_INTS), part, end);
      long jump = JUMPS ? (--left - 1L) >> 63 : 0;
      left += steps & (int) jump;
      at += stride + (gap & jump);
      end += bytes + (partGap & jump);
    }
  }

  /// Runs of two vectors or more, of which the last one overlaps the one before.
  static void runs(
      Step by, MemorySegment data, long at, MemorySegment[] parts, long end, int steps, int count) {
    MemorySegment part = parts[by.runs.part()];
    check(data, DATA);
    check(part, PART);
    if (steps == 0) {
      for (int left = count; left > 0; left--) {}
      return;
    }
    long pitch = by.runs.pitch();
    long distance = by.runs.distance();
    int tail = by.windows.bytes - WIDTH;
    long gap = by.runs.stride() - steps * pitch;
    long partGap = by.runs.partStride() - (long) steps * distance;
    int allSteps = steps * count;
    int left = steps;
    end += by.begins[0];
    for (int i = 0; i < allSteps; i++) {
      ByteVector last = load(data, at + tail);
      store(load(data, at), part, end);
      for (int begin = WIDTH; begin < (COUNT - 1) * WIDTH; begin += WIDTH) {
        store(load(data, at + begin), part, end + begin);
      }
      store(last, part, end + tail);
      long jump = JUMPS ? (--left - 1L) >> 63 : 0;
      left += steps & (int) jump;
      at += pitch + (gap & jump);
      end += distance + (partGap & jump);
    }
  }

  /// All columns. Of three, a mask has the lanes of one column in the first window. In the next
  /// window these lanes belong to the column before.
  ///
  /// The order of two and four columns is a rotation by whole ints. Only of four, with twelve
  /// blends, it always moves ints: of two, bytes are faster.
  static void columns(
      Step by, MemorySegment data, long at, MemorySegment[] parts, long end, int steps, int count) {
    MemorySegment part0 = parts[0];
    MemorySegment part1 = parts[1];
    MemorySegment part2 = parts[2 % COUNT];
    MemorySegment part3 = parts[3 % COUNT];
    check(data, DATA);
    check(part0, PART);
    check(part1, PART);
    check(part2, PART);
    check(part3, PART);
    if (steps == 0) {
      for (int left = count; left > 0; left--) {}
      return;
    }
    long begin0 = by.begins[0];
    long begin1 = by.begins[1];
    long begin2 = by.begins[2 % COUNT];
    long begin3 = by.begins[3 % COUNT];
    int start1 = by.windows.starts[1];
    int start2 = by.windows.starts[2];
    int start3 = by.windows.starts[3];
    VectorShuffle<Byte> grouping0 = by.windows.groupings[0];
    VectorShuffle<Byte> grouping1 = by.windows.groupings[1];
    VectorShuffle<Byte> grouping2 = by.windows.groupings[2];
    VectorShuffle<Byte> grouping3 = by.windows.groupings[3];
    VectorShuffle<Integer> intGrouping0 = by.windows.intGroupings[0];
    VectorShuffle<Integer> intGrouping1 = by.windows.intGroupings[1];
    VectorShuffle<Integer> intGrouping2 = by.windows.intGroupings[2];
    VectorShuffle<Integer> intGrouping3 = by.windows.intGroupings[3];
    VectorShuffle<Byte> order0 = by.windows.orders[0];
    VectorShuffle<Byte> order1 = by.windows.orders[1];
    VectorShuffle<Byte> order2 = by.windows.orders[2];
    VectorShuffle<Byte> order3 = by.windows.orders[3];
    VectorShuffle<Integer> intOrder0 = by.windows.intOrders[0];
    VectorShuffle<Integer> intOrder1 = by.windows.intOrders[1];
    VectorShuffle<Integer> intOrder2 = by.windows.intOrders[2];
    VectorShuffle<Integer> intOrder3 = by.windows.intOrders[3];
    VectorMask<Byte> mask0 = by.windows.masks[0];
    VectorMask<Byte> mask1 = by.windows.masks[1];
    VectorMask<Byte> mask2 = by.windows.masks[2 % COUNT];
    VectorMask<Byte> upper = COUNT == 4 ? mask2.or(by.windows.masks[3]) : mask2;
    VectorMask<Byte> odd = COUNT == 4 ? mask1.or(by.windows.masks[3]) : mask1;
    long stride = (long) COUNT * WIDTH;
    long gap = by.runs.stride() - steps * stride;
    long partGap = by.runs.partStride() - (long) steps * WIDTH;
    int allSteps = steps * count;
    int left = steps;
    for (int i = 0; i < allSteps; i++) {
      ByteVector a = load(data, at);
      ByteVector b = load(data, at + start1);
      if (COUNT == 3) {
        ByteVector c = load(data, at + start2);
        ByteVector first = a.blend(b, mask1).blend(c, mask2);
        store(shuffled(first, order0, intOrder0, ARE_INTS), part0, end + begin0);
        ByteVector second = a.blend(b, mask2).blend(c, mask0);
        store(shuffled(second, order1, intOrder1, ARE_INTS), part1, end + begin1);
        ByteVector third = a.blend(b, mask0).blend(c, mask1);
        store(shuffled(third, order2, intOrder2, ARE_INTS), part2, end + begin2);
      } else {
        a = shuffled(a, grouping0, intGrouping0, ARE_INTS);
        b = shuffled(b, grouping1, intGrouping1, ARE_INTS);
        if (COUNT == 2) {
          store(a.blend(b, mask1), part0, end + begin0);
          store(shuffled(a.blend(b, mask0), order1, intOrder1, ARE_INTS), part1, end + begin1);
        } else {
          ByteVector c = shuffled(load(data, at + start2), grouping2, intGrouping2, ARE_INTS);
          ByteVector d = shuffled(load(data, at + start3), grouping3, intGrouping3, ARE_INTS);
          // First the upper halves of two windows are exchanged, then every other group of lanes.
          ByteVector ac = a.blend(c, upper);
          ByteVector bd = b.blend(d, upper);
          ByteVector ca = c.blend(a, upper);
          ByteVector db = d.blend(b, upper);
          store(ac.blend(bd, odd), part0, end + begin0);
          store(shuffled(db.blend(ac, odd), order1, intOrder1, true), part1, end + begin1);
          store(shuffled(ca.blend(db, odd), order2, intOrder2, true), part2, end + begin2);
          store(shuffled(bd.blend(ca, odd), order3, intOrder3, true), part3, end + begin3);
        }
      }
      long jump = JUMPS ? (--left - 1L) >> 63 : 0;
      left += steps & (int) jump;
      at += stride + (gap & jump);
      end += WIDTH + (partGap & jump);
    }
  }

  private static ByteVector shuffled(
      ByteVector vector,
      VectorShuffle<Byte> bytes,
      VectorShuffle<Integer> ints,
      boolean movesInts) {
    return movesInts
        ? vector.reinterpretAsInts().rearrange(ints).reinterpretAsBytes()
        : vector.rearrange(bytes);
  }
}
