package io.cleave.cpu.vector;

import io.cleave.cpu.loops.Elements;
import io.cleave.cpu.loops.Formula;
import io.cleave.cpu.loops.Loop;
import io.cleave.cpu.loops.MemoryKinds;
import io.cleave.cpu.loops.PixelConverter;
import io.cleave.cpu.loops.RunConverter;
import io.cleave.cpu.loops.Scratch;
import io.cleave.cpu.loops.Specialized;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/// Converts pixels by [PixelLoops], as soon as the loop is compiled and faster than plain ones.
final class VectorPixels implements PixelConverter {
  /// The pixels of a trial: a first-level cache holds them with the results.
  private static final int TRIAL = 512;

  /// How many times as long as the plain conversion of consecutive elements it may take, which
  /// leaves it to movers to separate channels.
  private static final int TIMES = 4;

  private final PixelKind kind;
  private final Loop ofRow;
  private final Loop ofRows;
  private final MethodHandle halves;
  private final RunConverter plain;

  /// For steps whose window begins with their pixels, and for those whose window ends with them.
  private final VectorShuffle<Byte> order;

  private final VectorShuffle<Byte> lateOrder;

  /// @param ofRow the loop for a single row
  VectorPixels(PixelKind kind, Loop ofRow, Loop ofRows, RunConverter plain) {
    this.kind = kind;
    this.ofRow = ofRow;
    this.ofRows = ofRows;
    this.halves = loop(kind, "halves");
    this.plain = plain;
    this.order = order(kind, 0);
    this.lateOrder = order(kind, kind.moreBytes());
  }

  /// @param skipped the bytes of a window before the pixels
  private static VectorShuffle<Byte> order(PixelKind kind, int skipped) {
    VectorSpecies<Byte> species = kind.of(byte.class, kind.windowBytes() * Byte.SIZE);
    int each = kind.windowBytes() / kind.lanes();
    int last = kind.channels() - 1;
    return VectorShuffle.fromOp(
        species, i -> skipped + i / each * kind.channels() + Math.min(i % each, last));
  }

  /// Links a loop in a copy of [PixelLoops].
  static MethodHandle loop(PixelKind kind, String name) {
    return Specialized.loop(PixelLoops.class, MethodHandles.lookup(), kind, name);
  }

  @Override
  public boolean convert(
      Scratch scratch,
      Formula[] by,
      MemorySegment data,
      long from,
      long pitch,
      MemorySegment[] parts,
      long[] to,
      long distance,
      int run,
      int rows) {
    if (run < kind.fewestPixels()) {
      return false;
    }
    int atOnce = kind.isDirect() ? rows : Math.clamp(Scratch.PIXELS / run, 1, rows);
    Loop loop = atOnce == 1 ? ofRow : ofRows;
    MethodHandle ready = loop.ifReady();
    if (ready == null) {
      loop.missed((long) run * rows * kind.channels(), () -> trial(by, atOnce > 1));
      return false;
    }
    Pass pass = new Pass(ready, by, data, pitch, parts, scratch.channels);
    if (kind.isDirect()) {
      convert(pass, from, to, distance, run, run, rows);
      return true;
    }
    long[] begin = new long[to.length];
    for (int row = 0; row < rows; row += atOnce) {
      int few = Math.min(atOnce, rows - row);
      int some;
      for (int done = 0; done < run; done += some) {
        int left = run - done;
        some = left < Scratch.PIXELS + kind.fewestPixels() ? left : Scratch.PIXELS;
        long at = from + row * pitch + (long) done * kind.channels();
        convert(pass, at, begin, some, some, left, few);
        encode(scratch, parts, to, row * distance + done, distance, some, few);
      }
    }
    return true;
  }

  /// Stores the floats of some pixels in the parts.
  private void encode(
      Scratch scratch,
      MemorySegment[] parts,
      long[] to,
      long skipped,
      long distance,
      int run,
      int rows) {
    boolean isOne = distance == run;
    int each = isOne ? run * rows : run;
    int times = isOne ? 1 : rows;
    for (int i = 0; i < kind.channels(); i++) {
      if (kind.uses(i)) {
        long at = (to[i] + skipped) * Short.BYTES;
        try {
          halves.invokeExact(
              scratch.channels[i], parts[i], at, distance * Short.BYTES, each, times);
        } catch (Throwable e) {
          throw Specialized.unchecked(e);
        }
      }
    }
  }

  /// Makes floats of the first pixels of rows. The last steps of a row overlap with those before.
  ///
  /// @param left the pixels from the first one to the end of the row
  private void convert(
      Pass pass, long from, long[] to, long distance, int run, int left, int rows) {
    int lanes = kind.lanes();
    int within = (left * kind.channels() - kind.moreBytes()) / kind.spanBytes();
    int steps = Math.min(run / lanes, within);
    pass.make(order, from, to, 0, distance, steps, rows);
    int more = Math.ceilDiv(run - steps * lanes, lanes);
    if (more > 0) {
      int first = run - more * lanes;
      long at = from + (long) first * kind.channels() - kind.moreBytes();
      pass.make(lateOrder, at, to, first, distance, more, rows);
    }
  }

  /// What all calls of a loop for some rows have in common.
  private static final class Pass {
    private final MethodHandle handle;
    private final Formula[] by;
    private final MemorySegment data;
    private final long pitch;
    private final MemorySegment[] parts;
    private final float[][] arrays;

    Pass(
        MethodHandle handle,
        Formula[] by,
        MemorySegment data,
        long pitch,
        MemorySegment[] parts,
        float[][] arrays) {
      this.handle = handle;
      this.by = by;
      this.data = data;
      this.pitch = pitch;
      this.parts = parts;
      this.arrays = arrays;
    }

    /// @param skipped the elements of each row before
    void make(
        VectorShuffle<Byte> order,
        long from,
        long[] to,
        int skipped,
        long distance,
        int steps,
        int rows) {
      long[] places = new long[to.length];
      for (int i = 0; i < places.length; i++) {
        places[i] = (to[i] + skipped) * Float.BYTES;
      }
      long next = distance * Float.BYTES;
      try {
        handle.invokeExact(
            by, order, data, from, pitch, parts, places, arrays, skipped, next, steps, rows);
      } catch (Throwable e) {
        throw Specialized.unchecked(e);
      }
    }
  }

  /// A few steps of rows are rows of two.
  private Loop.Trial trial(Formula[] by, boolean haveRows) {
    MemoryKinds kinds = kind.kinds();
    int lanes = kind.lanes();
    int elements = TRIAL * kind.channels();
    MemorySegment data = MemoryKinds.sample(kinds.data(), (long) TRIAL * Integer.BYTES);
    MemorySegment part = MemoryKinds.sample(kinds.part(), (long) elements * Float.BYTES);
    MemorySegment[] parts = new MemorySegment[by.length];
    Arrays.fill(parts, part);
    Scratch scratch = Scratch.POOL.take();
    long pitch = 2L * kind.spanBytes();
    long[] to = new long[parts.length];
    return new Loop.Trial(
        TRIAL / lanes,
        (handle, steps) -> {
          int each = haveRows && steps <= Loop.FEW_STEPS ? Math.min(steps, 2) : steps;
          int rows = each == 0 ? 0 : steps / each;
          new Pass(handle, by, data, pitch, parts, scratch.channels)
              .make(order, 0, to, 0, 2L * lanes, each, rows);
        },
        steps -> {
          int count = steps * lanes * kind.channels();
          plain.convert(scratch, new Elements(by[0], data, 0, 0, part, 0, 0, count, 1, -1));
        },
        TIMES);
  }
}
