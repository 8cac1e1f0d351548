package io.cleave.cpu;

import io.cleave.cpu.loops.Kernels;
import io.cleave.cpu.loops.KindsCache;
import io.cleave.cpu.loops.MemoryKinds;
import io.cleave.cpu.loops.Mover;
import io.cleave.cpu.loops.PlainKernels;
import io.cleave.cpu.loops.Specialized;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.RouteExplanation;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// Execution plan for parts of whole bytes. If rows are short, a tile of them is read once and
/// spread over all parts, part by part, while it is in the cache. Longer rows are cut, and copied
/// in the order of the data. If parts are many and small, a task has some parts and all rows.
final class TilePlan extends CpuPlan {
  /// Fits a first-level cache, for short runs.
  private static final long TILE_BYTES = 32 << 10;

  /// The fewest rows of a tile, where that leaves [#FEWEST_TILES]: to call a loop for a part takes
  /// as long as 50 short runs. The runs of a part touch 16 KiB of cache lines, which stay in a
  /// first-level cache for the next part. See performance.md#constants.
  private static final long ROWS = 256;

  /// A multiple of so many rows makes a whole number of cache lines of each part.
  private static final long WHOLE_LINES = 64;

  /// Fewer tiles are not shared evenly by threads.
  private static final int FEWEST_TILES = 4 * Runtime.getRuntime().availableProcessors();

  /// Longer rows are not worth keeping in a cache.
  private static final long MOST_TILE_BYTES = 1 << 20;

  /// From this length on, runs of large data are copied in the order of the data, which caches
  /// fetch ahead; see performance.md#constants.
  private static final long LONG_RUN = 65;

  /// Smaller data is in a cache, and only longer runs are copied in the order of the data; see
  /// performance.md#constants.
  private static final long LONG_RUN_IN_CACHE = 512;

  /// Threads share the parts and not the rows if there are [#MANY_PARTS] of less than this, and
  /// runs of [#LONG_RUN] on average or at most [#ROWS] rows. Otherwise tiles have few rows, and
  /// threads write to the same cache lines.
  private static final long SMALL_PART = 64 << 10;

  private static final int MANY_PARTS = 20;

  /// The most data that is expected to be in a cache.
  private static final long MOST_CACHED_BYTES = 4 << 20;

  /// Longer rows are cut into tasks of this size: from about 2.5 MiB on, HotSpot's copies bypass
  /// the cache. See performance.md#constants.
  private static final long LONG_ROW_BYTES = 4 << 20;

  private final int rowsPerTile;

  /// The tasks: some whole tiles each, or a stretch of one row.
  private final TaskGrid grid;

  /// The ranges of pieces that tasks have: each begins with one of these and ends before the next.
  private final int[] bounds;

  /// The parts with long runs, if there are several, copied in the order of the data, before the
  /// others.
  private final int[] inOrder;

  private final int[] others;
  private final Kernels kernels;

  private final KindsCache<MethodHandle> longRuns =
      new KindsCache<>(PlainKernels.INSTANCE::longRuns);

  /// The movers of the other parts in a tile, by kinds: one for all columns, or one for each.
  private final KindsCache<Mover[]> movers = new KindsCache<>(this::movers);

  TilePlan(SplitPlan plan, Kernels kernels) {
    super(plan, 1, 1);
    boolean sharesParts = sharesParts();
    this.kernels = kernels;
    boolean hasInOrder = !sharesParts && pieces(true).length > 1;
    this.inOrder = hasInOrder ? pieces(true) : new int[0];
    this.others = hasInOrder ? pieces(false) : IntStream.range(0, runs.length).toArray();
    long most = sharesParts ? allRows : rowsPerTile();
    this.rowsPerTile = (int) Math.clamp(most, 1, Math.max(1, allRows));
    this.grid = sharesParts ? new TaskGrid(indices, rows.count(), row(), Long.MAX_VALUE) : grid();
    this.bounds = sharesParts ? bounds() : new int[] {0, runs.length};
  }

  private boolean sharesParts() {
    long pieces = Math.max(1, runs.length);
    long run = packed / pieces;
    boolean areMany = pieces >= MANY_PARTS && bytes <= MOST_CACHED_BYTES;
    // Columns of one or two bytes are transposed, and long rows are cut.
    boolean areFewRows = allRows <= ROWS && run > Short.BYTES && row() <= MOST_TILE_BYTES;
    return areMany && bytes / pieces < SMALL_PART && (run >= LONG_RUN || areFewRows);
  }

  /// Divides a row into ranges of pieces, of about as many bytes each.
  private int[] bounds() {
    long tasks = Math.max(1, 2 * bytes / taskBytes());
    return LongStream.rangeClosed(0, tasks)
        .mapToInt(i -> i == tasks ? runs.length : firstReaching(i * packed / tasks))
        .distinct()
        .toArray();
  }

  private int[] pieces(boolean areLong) {
    return IntStream.range(0, runs.length).filter(i -> isLong(i) == areLong).toArray();
  }

  private boolean isLong(int piece) {
    boolean isCached = bytes <= MOST_CACHED_BYTES;
    return runs[piece] >= (isCached ? LONG_RUN_IN_CACHE : LONG_RUN) && !bytes(piece).areRows();
  }

  private long rowsPerTile() {
    return others.length == 0 ? taskBytes() / Math.max(1, row()) : rowsByPart();
  }

  /// The rows of a tile that is spread part by part.
  private long rowsByPart() {
    long bytes = Math.max(1, row());
    long few = Math.max(allRows / FEWEST_TILES, taskBytes() / bytes);
    long rows = Math.max(Math.min(ROWS, few), TILE_BYTES / bytes / WHOLE_LINES * WHOLE_LINES);
    return Math.min(rows, MOST_TILE_BYTES / bytes);
  }

  private TaskGrid grid() {
    long task = taskBytes();
    long row = row();
    if (row > MOST_TILE_BYTES || (row > task && Arrays.stream(runs).min().orElse(0) >= LONG_RUN)) {
      long most = row > LONG_ROW_BYTES ? LONG_ROW_BYTES : task;
      return new TaskGrid(indices, rows.count(), row, most);
    }
    long tile = rowsPerTile * Math.max(1, row);
    return new TaskGrid(indices, rows.count(), row, Math.max(1, task / tile) * tile);
  }

  private Mover[] movers(MemoryKinds kinds) {
    boolean areColumns = others.length > 1 && !isSpaced && columns() == others.length;
    Mover all = areColumns ? kernels.columns(kinds, bytes(0), begins) : null;
    if (all != null) {
      return new Mover[] {all};
    }
    Mover[] each = new Mover[others.length];
    Arrays.setAll(each, i -> kernels.mover(kinds, bytes(others[i])));
    return each;
  }

  @Override
  long tasks() {
    return grid.tasks * (bounds.length - 1);
  }

  @Override
  LongConsumer bind(MemorySegment data, MemorySegment[] targets, MemoryKinds kinds) {
    Call[] ranges = new Call[bounds.length - 1];
    for (int i = 0; i < ranges.length; i++) {
      ranges[i] = new Call(data, targets, kinds, i);
    }
    return ranges.length == 1
        ? ranges[0]
        : task -> ranges[(int) (task % ranges.length)].accept(task / ranges.length);
  }

  @Override
  RouteExplanation.Step step(String by) {
    String action =
        grid.cutsRows
            ? "copy %s stretches of %s KiB of a row".formatted(grid.tasks, grid.most >> 10)
            : "copy tiles of up to %s rows, %s"
                .formatted(
                    Math.min(allRows, rowsPerTile),
                    others.length == 0 ? "long runs row by row" : "part by part");
    return new RouteExplanation.Step(action + ", " + by, "each byte is read once");
  }

  private final class Call extends Walk {
    private final MemorySegment data;
    private final MemorySegment[] targets;
    private final Mover[] by;
    private final @Nullable MethodHandle longRunsLoop;
    private final int firstPiece;
    private final int endPiece;

    /// @param range the number of the range of pieces that it moves
    Call(MemorySegment data, MemorySegment[] targets, MemoryKinds kinds, int range) {
      Mover[] movers = grid.cutsRows ? new Mover[0] : TilePlan.this.movers.of(kinds);
      // Columns need no tiles.
      super(TilePlan.this, grid, movers.length < others.length ? Integer.MAX_VALUE : rowsPerTile);
      this.data = data;
      this.targets = targets;
      this.by = movers;
      this.longRunsLoop = inOrder.length == 0 || grid.cutsRows ? null : longRuns.of(kinds);
      this.firstPiece = bounds[range];
      this.endPiece = bounds[range + 1];
    }

    @Override
    void tile(long from, long first, long shift, int rows, int count) {
      if (longRunsLoop != null) {
        for (int i = 0; i < count; i++) {
          long at = from + i * level.stride();
          copyRuns(longRunsLoop, at, first + i * level.runs(), shift + i * level.fixed(), rows);
        }
      }
      for (int i = firstPiece; i < Math.min(endPiece, by.length); i++) {
        by[i].move(data, from, targets, first * runs[others[i]] + shift, rows, count);
      }
    }

    private void copyRuns(MethodHandle loop, long from, long first, long shift, int count) {
      try {
        loop.invokeExact(
            offsets, runs, begins, inOrder, rows, data, from, targets, first, shift, count);
      } catch (Throwable e) {
        throw Specialized.unchecked(e);
      }
    }

    @Override
    void stretch(long from, long first, long shift, long begin, long end) {
      int piece = Math.max(firstPiece, firstReaching(begin));
      for (int i = piece; i < endPiece && before[i] < end; i++) {
        long skipped = Math.max(begin - before[i], 0);
        long source = from + offsets[i] + skipped;
        long to = begins[i] + first * runs[i] + shift + skipped;
        long count = Math.min(end - before[i], runs[i]) - skipped;
        MemorySegment.copy(data, source, targets[i], to, count);
      }
    }
  }
}
