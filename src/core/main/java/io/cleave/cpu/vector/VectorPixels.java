package io.cleave.cpu.vector;

import io.cleave.cpu.loops.ElementRuns;
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
  public boolean convert(Scratch scratch, ElementRuns[] channels) {
    ElementRuns any = channels[0];
    int run = any.run();
    int rows = any.rows();
    if (run < kind.fewestPixels()) {
      return false;
    }
    int atOnce = kind.isDirect() ? rows : Math.clamp(Scratch.PIXELS / run, 1, rows);
    Loop loop = atOnce == 1 ? ofRow : ofRows;
    MethodHandle ready = loop.ifReady();
    if (ready == null) {
      loop.missed((long) run * rows * kind.channels(), () -> trial(any.by(), atOnce > 1));
      return false;
    }
    long from = any.from() / Byte.SIZE;
    if (kind.isDirect()) {
      convert(ready, scratch, channels, from, any.distance(), run, run, rows);
      return true;
    }
    for (int row = 0; row < rows; row += atOnce) {
      int few = Math.min(atOnce, rows - row);
      long at = from + row * any.pitch() / Byte.SIZE;
      int some;
      for (int done = 0; done < run; done += some) {
        int left = run - done;
        some = left < Scratch.PIXELS + kind.fewestPixels() ? left : Scratch.PIXELS;
        long next = at + (long) done * kind.channels();
        convert(ready, scratch, channels, next, some, some, left, few);
        encode(scratch, channels, row * any.distance() + done, some, few);
      }
    }
    return true;
  }

  /// Stores the floats of some pixels in the parts.
  ///
  /// @param skipped the elements of each part before
  private void encode(Scratch scratch, ElementRuns[] channels, long skipped, int run, int rows) {
    long distance = channels[0].distance();
    boolean isOne = distance == run;
    int each = isOne ? run * rows : run;
    int times = isOne ? 1 : rows;
    for (int i = 0; i < kind.channels(); i++) {
      if (kind.uses(i)) {
        long at = (channels[i].to() + skipped) * Short.BYTES;
        MemorySegment part = channels[i].part();
        try {
          halves.invokeExact(scratch.channels[i], part, at, distance * Short.BYTES, each, times);
        } catch (Throwable e) {
          throw Specialized.unchecked(e);
        }
      }
    }
  }

  /// Makes floats of the first pixels of rows. The last steps of a row overlap with those before.
  ///
  /// @param distance the elements from one row to the next, in the parts or arrays
  /// @param left the pixels from the first one to the end of the row
  private void convert(
      MethodHandle handle,
      Scratch scratch,
      ElementRuns[] channels,
      long from,
      long distance,
      int run,
      int left,
      int rows) {
    int lanes = kind.lanes();
    int within = (left * kind.channels() - kind.moreBytes()) / kind.spanBytes();
    int steps = Math.min(run / lanes, within);
    int more = Math.ceilDiv(run - steps * lanes, lanes);
    int first = run - more * lanes;
    long late = from + (long) first * kind.channels() - kind.moreBytes();
    float[][] arrays = scratch.channels;
    try {
      handle.invokeExact(channels, order, arrays, from, 0, distance, steps, rows);
      if (more > 0) {
        handle.invokeExact(channels, lateOrder, arrays, late, first, distance, more, rows);
      }
    } catch (Throwable e) {
      throw Specialized.unchecked(e);
    }
  }

  /// A few steps of rows are rows of two.
  private Loop.Trial trial(Formula by, boolean haveRows) {
    MemoryKinds kinds = kind.kinds();
    int lanes = kind.lanes();
    int elements = TRIAL * kind.channels();
    MemorySegment data = MemoryKinds.sample(kinds.data(), (long) TRIAL * Integer.BYTES);
    MemorySegment part = MemoryKinds.sample(kinds.part(), (long) elements * Float.BYTES);
    Scratch scratch = Scratch.POOL.take();
    long pitch = 2L * kind.spanBytes() * Byte.SIZE;
    ElementRuns[] channels = new ElementRuns[scratch.channels.length];
    Arrays.fill(channels, new ElementRuns(by, data, 0, pitch, part, 0, 0, 0, 0, -1));
    return new Loop.Trial(
        TRIAL / lanes,
        (handle, steps) -> {
          int each = haveRows && steps <= Loop.FEW_STEPS ? Math.min(steps, 2) : steps;
          int rows = each == 0 ? 0 : steps / each;
          try {
            handle.invokeExact(channels, order, scratch.channels, 0L, 0, 2L * lanes, each, rows);
          } catch (Throwable e) {
            throw Specialized.unchecked(e);
          }
        },
        steps -> {
          int count = steps * lanes * kind.channels();
          plain.convert(scratch, new ElementRuns(by, data, 0, 0, part, 0, 0, count, 1, -1));
        },
        TIMES);
  }
}
