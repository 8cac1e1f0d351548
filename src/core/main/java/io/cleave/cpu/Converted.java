package io.cleave.cpu;

import io.cleave.cpu.loops.ByKinds;
import io.cleave.cpu.loops.Kernels;
import io.cleave.cpu.loops.MemoryKinds;
import io.cleave.cpu.loops.PackedTable;
import io.cleave.cpu.loops.PartConverter;
import io.cleave.cpu.loops.ScratchPool;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// What a plan becomes that converts or stacks: of each tile, what belongs to a part is gathered in
/// a bench by the movers that split, and converted from there, so that data is read once and parts
/// are written once.
///
/// Runs that are long, or of elements narrower than a byte, go there one by one.
final class Converted extends CopyPlan {
  /// A tile of so many elements stays in a first-level cache, with what is made of a step.
  static final int TILE = 8192;

  /// As many rows, or a multiple, make a whole number of cache lines of each part.
  private static final int ROWS = 64;

  /// Of longer rows a tile would be too much.
  private static final int LONGEST_STAGED = 8 * TILE / ROWS;

  /// From here on a run is copied as fast by itself.
  static final int LONG_RUN = 256;

  /// A piece has a multiple of it, so that no two threads write to a cache line.
  private static final long GRAIN = 64;

  private static final long MOST_PIECE_BYTES = 512 << 10;
  private static final long LEAST_PIECE_BYTES = 64 << 10;
  private static final int FEWEST_PIECES = 32;

  private final ConvertedParts parts;
  private final TileGrid grid;
  private final int rowsPerTile;
  private final boolean isStaged;
  private final ByKinds<Means> means;

  /// What gathers the short runs of a tile, what converts them, and where that is done.
  private static final class Means {
    private final @Nullable TileGathering gathering;
    private final PartConverter[] converters;
    private final @Nullable PackedTable[] packed;
    private final ScratchPool<Benches> spares;

    Means(
        @Nullable TileGathering gathering,
        PartConverter[] converters,
        @Nullable PackedTable[] packed,
        ScratchPool<Benches> spares) {
      this.packed = packed;
      this.gathering = gathering;
      this.converters = converters;
      this.spares = spares;
    }
  }

  Converted(SplitPlan plan, ByKinds<Kernels> kernels) {
    super(plan);
    this.parts = new ConvertedParts(plan, moved);
    long row = Math.max(1, parts.row());
    this.grid = new TileGrid(plan.rows(), parts.row(), piece(plan.rows() * row, row));
    this.isStaged = parts.width() > 0 && hasShortRuns() && row <= LONGEST_STAGED;
    this.rowsPerTile = rowsPerTile();
    this.means = new ByKinds<>(kinds -> means(kernels.of(kinds)));
  }

  /// As many as fill the bench of the widest part, but no more than a piece has: so all benches
  /// together stage less than [#MOST_PIECE_BYTES], however many parts there are.
  private int rowsPerTile() {
    long most = Math.max(ROWS, TILE / parts.longestRun() / ROWS * ROWS);
    return (int) Math.clamp(Math.min(plan.rows(), grid.rowsPerTile()), 1, most);
  }

  private boolean hasShortRuns() {
    for (int i = 0; i < parts.count(); i++) {
      if (parts.run(i) < LONG_RUN) {
        return true;
      }
    }
    return false;
  }

  /// The elements of a piece of work: whole tiles of rows, or a stretch of one.
  private long piece(long elements, long row) {
    long both = parts.bytesBoth();
    long bytes = Math.clamp(elements * both / FEWEST_PIECES, LEAST_PIECE_BYTES, MOST_PIECE_BYTES);
    long wanted = Math.max(1, bytes / both);
    if (row > wanted) {
      return Math.ceilDiv(wanted, GRAIN) * GRAIN;
    }
    long rows = wanted / row;
    return row * (rows < GRAIN ? rows : rows / GRAIN * GRAIN);
  }

  private Means means(Kernels kernels) {
    TileGathering gathering = isStaged ? TileGathering.of(kernels, moved, plan.row()) : null;
    int[] staged =
        gathering == null ? new int[] {TILE} : gathering.elements(parts.width(), rowsPerTile);
    return new Means(
        gathering,
        parts.converters(kernels.arrays()),
        parts.packed(grid.cutsRows() ? 1 : LONG_RUN),
        new ScratchPool<>(() -> new Benches(parts, staged)));
  }

  @Override
  long pieces() {
    return parts.count() == 0 ? 0 : grid.tiles();
  }

  @Override
  LongConsumer bind(MemorySegment data, MemorySegment[] targets, boolean isConfined) {
    Means by = means.of(new MemoryKinds(data.getClass(), parts.benchMemory(), isConfined));
    return piece -> carryOut(by, data, targets, piece);
  }

  private void carryOut(Means means, MemorySegment data, MemorySegment[] targets, long piece) {
    Benches benches = means.spares.take();
    ConvertedPiece work =
        new ConvertedPiece(data, targets, parts, means.converters, means.packed, benches.first());
    if (grid.cutsRows()) {
      long from = piece % grid.tilesPerRow() * grid.tileBytes();
      long to = Math.min(grid.row(), from + grid.tileBytes());
      work.stretch(piece / grid.tilesPerRow(), from, to);
    } else if (means.gathering != null) {
      tiles(work, means.gathering, benches, grid.firstRow(piece), grid.rowsOf(piece));
    } else {
      work.rows(grid.firstRow(piece), grid.rowsOf(piece));
    }
    means.spares.give(benches);
  }

  private void tiles(
      ConvertedPiece work, TileGathering gathering, Benches benches, long first, long rows) {
    for (long done = 0; done < rows; done += rowsPerTile) {
      int count = (int) Math.min(rowsPerTile, rows - done);
      gathering.gather(work.data(), (first + done) * plan.row(), benches.staged(), count);
      for (int i = 0; i < parts.count(); i++) {
        int run = (int) parts.run(i);
        work.convert(i, benches.at(gathering.place(i)), count * run, (first + done) * run);
      }
    }
  }

  @Override
  String action() {
    return isStaged
        ? "convert tiles of up to %s rows, part by part".formatted(rowsPerTile)
        : "convert runs of each part";
  }

  @Override
  String reason() {
    return "each element is read once and written once";
  }
}
