package io.cleave.cpu;

import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The work of a plan that counts bytes: tiles of the data, each read once and spread over all
/// parts while it is in the cache. A tile is some whole rows, or a stretch of one row where rows
/// are longer than a tile.
final class ByteTiles implements Work {
  private final MemorySegment data;
  private final MemorySegment[] targets;
  private final List<Part> moved;
  private final TileGrid grid;

  ByteTiles(
      SplitPlan plan,
      MemorySegment data,
      List<? extends @Nullable MemorySegment> parts,
      long tileBytes) {
    this.moved = plan.parts().stream().filter(part -> part.isWanted() && !part.isEmpty()).toList();
    this.data = data;
    this.targets =
        moved.stream()
            .map(part -> Objects.requireNonNull(parts.get(part.index())))
            .toArray(MemorySegment[]::new);
    this.grid = grid(plan, tileBytes);
  }

  static TileGrid grid(SplitPlan plan, long tileBytes) {
    return new TileGrid(plan.rows(), plan.row(), tileBytes);
  }

  @Override
  public long pieces() {
    return grid.tiles();
  }

  @Override
  public void run(long piece) {
    if (grid.cutsRows()) {
      long from = piece % grid.tilesPerRow() * grid.tileBytes();
      long to = Math.min(grid.row(), from + grid.tileBytes());
      copyStretch(piece / grid.tilesPerRow(), from, to);
    } else {
      long first = piece * grid.rowsPerTile();
      copyRows(first, Math.min(grid.rowsPerTile(), grid.rows() - first));
    }
  }

  private void copyRows(long first, long count) {
    for (int i = 0; i < targets.length; i++) {
      Part part = moved.get(i);
      RunCopier.copy(
          data, part.inData(first), grid.row(), targets[i], part.inPart(first), part.run(), count);
    }
  }

  /// Copies what lies from column `from` to column `to` of one row.
  private void copyStretch(long row, long from, long to) {
    for (int i = firstReaching(from); i < targets.length && moved.get(i).offset() < to; i++) {
      Part part = moved.get(i);
      long begin = Math.max(from - part.offset(), 0);
      long end = Math.min(to - part.offset(), part.run());
      MemorySegment.copy(
          data, part.inData(row) + begin, targets[i], part.inPart(row) + begin, end - begin);
    }
  }

  /// The first part that ends after a column, by bisection: a row may have a million parts.
  private int firstReaching(long column) {
    int low = 0;
    int high = targets.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      Part part = moved.get(middle);
      if (part.offset() + part.run() > column) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
