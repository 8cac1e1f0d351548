package io.cleave.cpu;

import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;

/// Rows of bytes that are longer than a piece of work should be, a stretch of one row after the
/// other.
final class Stretches extends Program {
  /// From about 2.5 MiB on a copy of HotSpot's passes the cache by: in two noisy runs, pieces of 3
  /// MiB came at 0.87 and 1.38 of one plain copy, of 4 MiB at 0.66 and 1.22, of 64 KiB to 2 MiB at
  /// 0.49 to 0.65 and 0.71 to 0.76. So rows that are longer than this are cut into as much.
  private static final long LONG_STRETCH_BYTES = 4 << 20;

  private final TileGrid grid;

  Stretches(SplitPlan plan) {
    super(plan);
    boolean isLong = plan.row() > LONG_STRETCH_BYTES;
    this.grid =
        new TileGrid(plan.rows(), plan.row(), isLong ? LONG_STRETCH_BYTES : PieceSize.of(plan));
  }

  @Override
  public long pieces() {
    return grid.tiles();
  }

  @Override
  void carryOut(Call call, long piece) {
    long from = piece % grid.tilesPerRow() * grid.tileBytes();
    long to = Math.min(grid.row(), from + grid.tileBytes());
    copy(call, piece / grid.tilesPerRow(), from, to);
  }

  /// Copies what lies from column `from` to column `to` of one row.
  private void copy(Call call, long row, long from, long to) {
    MovedParts moved = moved();
    for (int i = moved.firstReaching(from); i < moved.count() && moved.offset(i) < to; i++) {
      long offset = moved.offset(i);
      long run = moved.run(i);
      long begin = Math.max(from - offset, 0);
      long end = Math.min(to - offset, run);
      MemorySegment.copy(
          call.data(),
          row * grid.row() + offset + begin,
          call.targets()[i],
          row * run + begin,
          end - begin);
    }
  }

  @Override
  public String action() {
    return "copy %s stretches of %s KiB of a row".formatted(grid.tiles(), grid.tileBytes() >> 10);
  }

  @Override
  public String reason() {
    return "each byte is read once";
  }
}
