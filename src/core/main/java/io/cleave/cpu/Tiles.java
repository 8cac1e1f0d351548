package io.cleave.cpu;

import io.cleave.cpu.loops.ByKind;
import io.cleave.cpu.loops.Kernels;
import io.cleave.cpu.loops.Mover;
import io.cleave.cpu.loops.PerKind;
import io.cleave.cpu.loops.RowsMover;
import io.cleave.cpu.loops.Strip;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Rows of bytes, a tile of whole rows after the other: each tile is read once and spread over all
/// parts, part by part, while it is in the cache.
final class Tiles extends Program {
  /// What a tile has where runs are short: a first-level cache holds it.
  private static final long TILE_BYTES = 32 << 10;

  /// As many rows, or a multiple, make a whole number of cache lines of each part.
  private static final long ROWS = 64;

  /// Longer rows are not worth to be kept in a cache.
  private static final long MOST_TILE_BYTES = 1 << 20;

  /// From here on a bulk copy wins: u8 [n, 560] and [n, 16384] in parts of 140 and 256 came at .47
  /// and .77 of a plain copy so, by words at .19 and .30. Shorter runs of 80 and 100 bytes came at
  /// .20 and .24, and by words at .37 and .43.
  private static final long LONG_RUN = 129;

  private static final ByKind<RunCopier> COPIERS =
      PerKind.ofObjects(RunCopier.class, BulkCopies.class);

  private final long row;
  private final int rowsPerTile;
  private final TileGrid grid;

  /// Long runs are copied in the order of the data, before the others.
  private final int[] inOrder;

  private final int[] others;
  private final Bound<Kernels, Movers> bound;
  private final Bound<RunCopier, RunCopier> copiers = new Bound<>(copier -> copier);

  /// What carries the short runs between two kinds of memory.
  private static final class Movers {
    private final Mover[] byPart;
    private final @Nullable RowsMover columns;

    Movers(Mover[] byPart, @Nullable RowsMover columns) {
      this.byPart = byPart;
      this.columns = columns;
    }
  }

  Tiles(SplitPlan plan) {
    super(plan);
    this.row = plan.row();
    this.inOrder = parts(true);
    this.others = parts(false);
    this.rowsPerTile = (int) Math.clamp(rowsPerTile(), 1, Math.max(1, plan.rows()));
    this.grid = grid();
    this.bound = new Bound<>(this::movers);
  }

  /// Whether rows are short enough for tiles of whole rows.
  static boolean isFor(SplitPlan plan) {
    return plan.row() <= (hasShortRuns(plan) ? MOST_TILE_BYTES : PieceSize.of(plan));
  }

  private static boolean hasShortRuns(SplitPlan plan) {
    return plan.parts().stream().anyMatch(part -> part.isWanted() && part.run() < LONG_RUN);
  }

  private int[] parts(boolean copied) {
    return IntStream.range(0, moved().count())
        .filter(i -> isCopied(moved().run(i)) == copied)
        .toArray();
  }

  private boolean isCopied(long run) {
    return run >= LONG_RUN && run < row;
  }

  private long rowsPerTile() {
    long bytes = Math.max(1, row);
    if (others.length == 0) {
      return PieceSize.of(plan()) / bytes;
    }
    return Math.min(Math.max(ROWS, TILE_BYTES / bytes / ROWS * ROWS), MOST_TILE_BYTES / bytes);
  }

  /// Pieces of whole tiles.
  private TileGrid grid() {
    long tile = rowsPerTile * Math.max(1, row);
    return new TileGrid(plan().rows(), row, Math.max(1, PieceSize.of(plan()) / tile) * tile);
  }

  private Movers movers(Kernels kernels) {
    Mover[] byPart = new Mover[moved().count()];
    for (int i : others) {
      byPart[i] = kernels.mover(new Strip(row, moved().offset(i), moved().run(i)));
    }
    boolean areColumns = others.length > 1 && moved().areColumnsOf(row);
    return new Movers(
        byPart, areColumns ? kernels.columns(others.length, (int) moved().run(0)) : null);
  }

  @Override
  public long pieces() {
    return grid.tiles();
  }

  @Override
  void carryOut(Call call, long piece) {
    long first = grid.firstRow(piece);
    long rows = grid.rowsOf(piece);
    RowsMover columns = columns(call);
    if (columns != null) {
      long to = first * moved().run(0);
      columns.move(call.data(), first * row, call.targets(), to, (int) rows);
      return;
    }
    for (long done = 0; done < rows; done += rowsPerTile) {
      int count = (int) Math.min(rowsPerTile, rows - done);
      copyInOrder(call, first + done, count);
      moveOthers(call, first + done, count);
    }
  }

  private @Nullable RowsMover columns(Call call) {
    if (others.length < 2 || inOrder.length > 0) {
      return null;
    }
    Class<?> kind = call.targets()[0].getClass();
    RowsMover columns = bound.of(call.kernels(), call, kind).columns;
    return columns != null && call.isAllOf(kind) ? columns : null;
  }

  /// One part after the other is slower by 4 % for A of the suite, 10 % for F and H, and 22 % for
  /// f16 [65536, 2048] in two.
  private void copyInOrder(Call call, long first, int rows) {
    if (inOrder.length == 0) {
      return;
    }
    Class<?> kind = call.targets()[inOrder[0]].getClass();
    RunCopier copier = copiers.of(COPIERS, call, kind);
    copier.copy(call, moved(), inOrder, row, first, rows);
  }

  private void moveOthers(Call call, long first, int rows) {
    MemorySegment data = call.data();
    MemorySegment[] targets = call.targets();
    Class<?> kind = null;
    Mover[] movers = {};
    for (int i : others) {
      MemorySegment target = targets[i];
      if (target.getClass() != kind) {
        kind = target.getClass();
        movers = bound.of(call.kernels(), call, kind).byPart;
      }
      movers[i].move(data, first * row, target, first * moved().run(i), rows);
    }
  }

  @Override
  public String action() {
    return "copy tiles of up to %s rows, %s"
        .formatted(
            Math.min(grid.rows(), rowsPerTile),
            others.length == 0 ? "long runs row by row" : "part by part");
  }

  @Override
  public String reason() {
    return "each byte is read once";
  }
}
