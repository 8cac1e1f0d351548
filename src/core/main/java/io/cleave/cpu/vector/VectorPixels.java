package io.cleave.cpu.vector;

import io.cleave.cpu.loops.ElementRuns;
import io.cleave.cpu.loops.Formula;
import io.cleave.cpu.loops.Loop;
import io.cleave.cpu.loops.MemoryKinds;
import io.cleave.cpu.loops.PixelConverter;
import io.cleave.cpu.loops.PlainConverter;
import io.cleave.cpu.loops.Scratch;
import io.cleave.cpu.loops.Specialized;
import io.cleave.plan.ElementType;
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

  /// For steps whose window begins with their pixels, and for those whose window ends with them.
  private final VectorShuffle<Byte> order;

  private final VectorShuffle<Byte> lateOrder;

  /// @param ofRow the loop for a single row
  VectorPixels(PixelKind kind, Loop ofRow, Loop ofRows) {
    this.kind = kind;
    this.ofRow = ofRow;
    this.ofRows = ofRows;
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

  /// Links the loop in a copy of [PixelLoops].
  static MethodHandle loop(PixelKind kind) {
    return Specialized.loop(PixelLoops.class, MethodHandles.lookup(), kind, "pixels");
  }

  @Override
  public boolean convert(ElementRuns[] channels) {
    ElementRuns any = channels[0];
    int run = any.run();
    int rows = any.rows();
    if (run < kind.fewestPixels()) {
      return false;
    }
    Loop loop = rows == 1 ? ofRow : ofRows;
    MethodHandle ready = loop.ifReady();
    if (ready == null) {
      loop.moved((long) run * rows * kind.channels(), () -> trial(any.by(), rows > 1));
      return false;
    }
    convert(ready, channels, any.from() / Byte.SIZE, any.distance(), run, rows);
    return true;
  }

  /// Converts rows. The last steps of a row overlap with those before.
  ///
  /// @param distance the elements from one row to the next in the parts
  private void convert(
      MethodHandle handle, ElementRuns[] channels, long from, long distance, int run, int rows) {
    int lanes = kind.lanes();
    int within = (run * kind.channels() - kind.moreBytes()) / kind.spanBytes();
    int steps = Math.min(run / lanes, within);
    int more = Math.ceilDiv(run - steps * lanes, lanes);
    int first = run - more * lanes;
    long late = from + (long) first * kind.channels() - kind.moreBytes();
    try {
      handle.invokeExact(channels, order, from, 0, distance, steps, rows);
      if (more > 0) {
        handle.invokeExact(channels, lateOrder, late, first, distance, more, rows);
      }
    } catch (Throwable e) {
      throw Specialized.unchecked(e);
    }
  }

  private Loop.Calls calls() {
    if (kind.target() == ElementType.F32) {
      return Loop.Calls.FEW;
    }
    boolean usesAll = Integer.bitCount(kind.used()) == PixelKind.MOST_CHANNELS;
    return usesAll ? Loop.Calls.MOST : Loop.Calls.MANY;
  }

  /// @param haveRows whether C2 must know that there are several rows
  private Loop.Trial trial(Formula by, boolean haveRows) {
    MemoryKinds kinds = kind.kinds();
    int lanes = kind.lanes();
    int elements = TRIAL * kind.channels();
    MemorySegment data = Samples.allocate(kinds.data(), (long) TRIAL * Integer.BYTES);
    MemorySegment part = Samples.allocate(kinds.part(), (long) elements * Float.BYTES);
    Scratch scratch = Scratch.POOL.take();
    // As in use: for another class of memory C2 would compile plain loops again, five times.
    MemorySegment gathered = scratch.gathered(1, elements)[0];
    ElementRuns[] channels = new ElementRuns[PixelKind.MOST_CHANNELS];
    Arrays.fill(channels, new ElementRuns(by, data, 0, 0, part, 0, 0, 0, 0, -1));
    return new Loop.Trial(
        TRIAL / lanes,
        (handle, steps) -> {
          int rows = haveRows && steps <= Loop.UNCOMPILED_STEPS ? 2 : 1;
          int count = steps > 0 ? rows : -steps;
          try {
            handle.invokeExact(channels, order, 0L, 0, 0L, Math.max(0, steps), count);
          } catch (Throwable e) {
            throw Specialized.unchecked(e);
          }
        },
        steps -> {
          int count = steps * lanes * kind.channels();
          PlainConverter.INSTANCE.convert(
              scratch, new ElementRuns(by, gathered, 0, 0, part, 0, 0, count, 1, -1));
        },
        TIMES,
        calls());
  }
}
