package io.cleave.cpu.loops;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The kernels in plain Java: one of [PlainLoops] for each class of runs.
///
/// A run of up to 8 bytes is one load and one store; where it is not a word, the store goes beyond
/// it, the next run overwrites that, and the last one is moved byte by byte. To pack several into
/// one word first takes twice as long, for each load has its own check of bounds. Longer runs are a
/// head and a tail of the same constant size that overlap.
public final class PlainKernels implements Kernels {
  public static final PlainKernels INSTANCE = new PlainKernels();

  /// The most that one loop moves of a run.
  private static final int BLOCK = 64;

  /// Fits a first-level cache.
  private static final int TILE_BYTES = 32 << 10;

  /// A multiple of as many rows makes a whole number of cache lines of each part.
  private static final int ROWS = 64;

  private final ConcurrentHashMap<LoopKind, MethodHandle> loops = new ConcurrentHashMap<>();

  private PlainKernels() {}

  @Override
  public Mover mover(MemoryKinds kinds, Runs runs) {
    int part = runs.part();
    long run = runs.run();
    if (run == runs.pitch()) {
      return (data, from, parts, first, rows) ->
          MemorySegment.copy(data, from, parts[part], first * run, run * rows);
    }
    int bytes = (int) run;
    if (bytes <= BLOCK) {
      return block(kinds, runs, 0, bytes);
    }
    Mover[] blocks = new Mover[Math.ceilDiv(bytes, BLOCK)];
    Arrays.setAll(blocks, i -> block(kinds, runs, Math.min(i * BLOCK, bytes - BLOCK), BLOCK));
    return inTurn(blocks);
  }

  private static Mover inTurn(Mover[] movers) {
    return (data, from, parts, first, rows) -> {
      for (Mover mover : movers) {
        mover.move(data, from, parts, first, rows);
      }
    };
  }

  /// @param name of a method of [PlainLoops]
  private MethodHandle loop(LoopKind kind, String name) {
    return loops.computeIfAbsent(
        kind, _ -> Specialized.loop(PlainLoops.class, MethodHandles.lookup(), kind, name));
  }

  /// Moves some bytes of each run.
  ///
  /// @param skipped the bytes before them
  private Mover block(MemoryKinds kinds, Runs runs, int skipped, int bytes) {
    int half = Integer.highestOneBit(bytes - 1);
    int word = bytes <= 8 ? Math.max(1, 2 * half) : half;
    int tail = bytes - word;
    String name = tail == 0 ? "words" : "runs";
    MethodHandle loop = loop(new LoopKind(kinds, word, Integer.signum(tail)), name);
    int part = runs.part();
    long offset = runs.offset() + skipped;
    int run = (int) runs.run();
    return (data, from, parts, first, rows) -> {
      try {
        long to = first * run + skipped;
        loop.invokeExact(runs, tail, data, from + offset, parts[part], to, rows);
      } catch (Throwable e) {
        throw Specialized.unchecked(e);
      }
    };
  }

  @Override
  public @Nullable Mover columns(MemoryKinds kinds, int count, int run) {
    return Channels.of(count, run) == null ? null : inTiles(kinds, count, run);
  }

  /// A mover for columns that moves one after the other, tile by tile, or all where that is faster.
  public Mover inTiles(MemoryKinds kinds, int count, int run) {
    int row = count * run;
    Mover apart =
        inTurn(
            IntStream.range(0, count)
                .mapToObj(i -> mover(kinds, new Runs(i, row, (long) i * run, run)))
                .toArray(Mover[]::new));
    Channels channels = Channels.of(count, run);
    int rowsPerTile = Math.max(ROWS, TILE_BYTES / row & -ROWS);
    return (data, from, parts, first, rows) -> {
      // For few rows, staging them costs more than it saves.
      if (channels != null && rows * run >= ROWS) {
        channels.move(data, from, parts, first, rows);
        return;
      }
      for (int done = 0; done < rows; done += rowsPerTile) {
        int some = Math.min(rowsPerTile, rows - done);
        apart.move(data, from + (long) done * row, parts, first + done, some);
      }
    };
  }

  /// A mover that makes a bulk copy of each run, in the order of the data.
  ///
  /// In a JVM that had met five kinds of memory, runs of 140, 256 and 1000 bytes came at .58, .65
  /// and .89 of a plain copy where C2 knows the classes of both segments, and at .19, .30 and .71
  /// where it does not. One part after the other is slower by 4 % for A of the suite, 10 % for F
  /// and H, and 22 % for f16 [65536, 2048] in two.
  ///
  /// @param offsets where the runs of all parts begin in a row
  /// @param runs how long they are
  /// @param chosen the indices of the parts to copy
  public Mover longRuns(MemoryKinds kinds, long row, long[] offsets, long[] runs, int[] chosen) {
    MethodHandle loop = loop(new LoopKind(kinds, 0, 0), "longRuns");
    return (data, from, parts, first, rows) -> {
      try {
        loop.invokeExact(offsets, runs, chosen, row, data, from, parts, first, rows);
      } catch (Throwable e) {
        throw Specialized.unchecked(e);
      }
    };
  }
}
