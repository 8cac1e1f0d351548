package io.cleave.cpu;

import io.cleave.cpu.loops.ByKinds;
import io.cleave.cpu.loops.Kernels;
import io.cleave.cpu.loops.MemoryKinds;
import io.cleave.cpu.loops.Mover;
import io.cleave.cpu.loops.PlainKernels;
import io.cleave.cpu.loops.Runs;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/// Execution plan for parts of whole bytes. If rows are short, a tile of them is read once and
/// spread over all parts, part by part, while it is in the cache. Longer rows are cut, and copied
/// in the order of the data.
final class Tiles extends CopyPlan {
  /// Fits a first-level cache, for short runs.
  private static final long TILE_BYTES = 32 << 10;

  /// A multiple of so many rows makes a whole number of cache lines of each part.
  private static final long ROWS = 64;

  /// Fewer pieces are not shared evenly: f32 [13,14,2841] in 40 parts makes three tiles of 64 rows.
  private static final long FEWEST_TILES = 8;

  /// Longer rows are not worth keeping in a cache.
  private static final long MOST_TILE_BYTES = 1 << 20;

  /// From here on a bulk copy wins: u8 [n, 560] and [n, 16384] in parts of 140 and 256 came at .47
  /// and .77 of a plain copy so, by words at .19 and .30. Shorter runs of 80 and 100 bytes came at
  /// .20 and .24, and by words at .37 and .43.
  private static final long LONG_RUN = 129;

  /// From about 2.5 MiB on a copy of HotSpot's passes the cache by: in two noisy runs, pieces of 3
  /// MiB came at 0.87 and 1.38 of one plain copy, of 4 MiB at 0.66 and 1.22, of 64 KiB to 2 MiB at
  /// 0.49 to 0.65 and 0.71 to 0.76. So rows that are longer than this are cut into as much.
  private static final long LONG_ROW_BYTES = 4 << 20;

  private final int rowsPerTile;

  /// The pieces: some whole tiles each, or a stretch of one row.
  private final TileGrid grid;

  /// The parts with long runs, copied in the order of the data, before the others.
  private final int[] inOrder;

  private final int[] others;
  private final Kernels kernels;

  /// The movers of a tile, by kinds: one for all columns, or one for all long runs and one for each
  /// other part.
  private final ByKinds<Mover[]> movers = new ByKinds<>(this::movers);

  /// The movers where parts are in several kinds of memory: columns are not moved at once.
  private final ByKinds<Mover[]> separate = new ByKinds<>(this::separate);

  Tiles(SplitPlan plan, Kernels kernels) {
    super(plan);
    this.kernels = kernels;
    this.inOrder = parts(true);
    this.others = parts(false);
    this.rowsPerTile = (int) Math.clamp(rowsPerTile(), 1, Math.max(1, plan.rows()));
    this.grid = grid();
  }

  private int[] parts(boolean haveLongRuns) {
    return IntStream.range(0, runs.length).filter(i -> isLong(runs[i]) == haveLongRuns).toArray();
  }

  private boolean isLong(long run) {
    return run >= LONG_RUN && run < row;
  }

  private long rowsPerTile() {
    long bytes = Math.max(1, row);
    if (others.length == 0) {
      return pieceBytes(plan) / bytes;
    }
    long few = Math.max(plan.rows() / FEWEST_TILES, pieceBytes(plan) / bytes);
    long rows = Math.max(Math.min(ROWS, few), TILE_BYTES / bytes / ROWS * ROWS);
    return Math.min(rows, MOST_TILE_BYTES / bytes);
  }

  private TileGrid grid() {
    long piece = pieceBytes(plan);
    boolean hasShortRuns = IntStream.range(0, runs.length).anyMatch(i -> runs[i] < LONG_RUN);
    if (row > (hasShortRuns ? MOST_TILE_BYTES : piece)) {
      return new TileGrid(plan.rows(), row, row > LONG_ROW_BYTES ? LONG_ROW_BYTES : piece);
    }
    long tile = rowsPerTile * Math.max(1, row);
    return new TileGrid(plan.rows(), row, Math.max(1, piece / tile) * tile);
  }

  private boolean areColumns() {
    return others.length > 1 && columns() == others.length;
  }

  private Mover[] movers(MemoryKinds kinds) {
    Mover all = areColumns() ? kernels.columns(kinds, others.length, (int) runs[0]) : null;
    return all == null ? separate.of(kinds) : new Mover[] {all};
  }

  private Mover[] separate(MemoryKinds kinds) {
    List<Mover> all = new ArrayList<>();
    if (inOrder.length > 0) {
      all.add(PlainKernels.INSTANCE.longRuns(kinds, row, offsets, runs, inOrder));
    }
    for (int i : others) {
      all.add(kernels.mover(kinds, new Runs(i, row, offsets[i], runs[i])));
    }
    return all.toArray(Mover[]::new);
  }

  @Override
  long pieces() {
    return grid.tiles();
  }

  @Override
  LongConsumer bind(MemorySegment data, MemorySegment[] targets, boolean isConfined) {
    if (targets.length == 0) {
      return _ -> {};
    }
    if (grid.cutsRows()) {
      return piece -> copyStretch(data, targets, piece);
    }
    MemoryKinds kinds = new MemoryKinds(data.getClass(), targets[0].getClass(), isConfined);
    boolean isMixed = false;
    for (MemorySegment target : targets) {
      isMixed |= target.getClass() != kinds.part();
    }
    Mover[] by = isMixed ? mixed(data, targets, isConfined) : movers.of(kinds);
    return piece -> copyRows(by, data, targets, grid.firstRow(piece), grid.rowsOf(piece));
  }

  private Mover[] mixed(MemorySegment data, MemorySegment[] targets, boolean isConfined) {
    Class<?> from = data.getClass();
    Mover[] all = separate.of(new MemoryKinds(from, targets[0].getClass(), isConfined)).clone();
    int before = all.length - others.length;
    for (int i = 0; i < others.length; i++) {
      Class<?> to = targets[others[i]].getClass();
      all[before + i] = separate.of(new MemoryKinds(from, to, isConfined))[before + i];
    }
    return all;
  }

  private void copyRows(
      Mover[] by, MemorySegment data, MemorySegment[] targets, long first, long rows) {
    // Columns need no tiles.
    int step = by.length < others.length ? (int) rows : rowsPerTile;
    for (long at = first; at < first + rows; at += step) {
      int count = (int) Math.min(step, first + rows - at);
      for (Mover mover : by) {
        mover.move(data, at * row, targets, at, count);
      }
    }
  }

  /// Copies some columns of one row.
  private void copyStretch(MemorySegment data, MemorySegment[] targets, long piece) {
    long at = piece / grid.tilesPerRow();
    long from = piece % grid.tilesPerRow() * grid.tileBytes();
    long to = Math.min(row, from + grid.tileBytes());
    for (int i = firstReaching(from); i < runs.length && offsets[i] < to; i++) {
      long begin = Math.max(from - offsets[i], 0);
      long end = Math.min(to - offsets[i], runs[i]);
      long source = at * row + offsets[i] + begin;
      MemorySegment.copy(data, source, targets[i], at * runs[i] + begin, end - begin);
    }
  }

  @Override
  String action() {
    return grid.cutsRows()
        ? "copy %s stretches of %s KiB of a row".formatted(grid.tiles(), grid.tileBytes() >> 10)
        : "copy tiles of up to %s rows, %s"
            .formatted(
                Math.min(plan.rows(), rowsPerTile),
                others.length == 0 ? "long runs row by row" : "part by part");
  }

  @Override
  String reason() {
    return "each byte is read once";
  }
}
