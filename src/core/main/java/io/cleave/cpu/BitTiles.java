package io.cleave.cpu;

import io.cleave.plan.SplitPlan;

/// Rows of bits, a tile after the other of as many rows as begin on whole bytes, in the data and in
/// every part.
final class BitTiles extends Program {
  /// What a tile has: a first-level cache holds it.
  private static final long TILE_BITS = (32 << 10) * (long) Byte.SIZE;

  /// Longer tiles are not worth to be kept in a cache.
  private static final long MOST_TILE_BITS = (1 << 20) * (long) Byte.SIZE;

  /// Begin on whole bytes.
  private static final int ROWS = Byte.SIZE;

  private final BitParts parts;
  private final TileGrid grid;
  private final int rowsPerTile;

  BitTiles(SplitPlan plan) {
    super(plan);
    this.parts = new BitParts(plan, moved());
    long row = Math.max(1, plan.row());
    this.rowsPerTile = (int) Math.max(1, TILE_BITS / row / ROWS) * ROWS;
    long tile = rowsPerTile * row;
    long piece = Math.max(1, PieceSize.of(plan) * Byte.SIZE / tile) * tile;
    this.grid = new TileGrid(plan.rows(), plan.row(), piece);
  }

  static boolean isFor(SplitPlan plan) {
    return plan.row() <= MOST_TILE_BITS / ROWS;
  }

  @Override
  public long pieces() {
    return grid.tiles();
  }

  @Override
  void carryOut(Call call, long piece) {
    long end = grid.firstRow(piece) + grid.rowsOf(piece);
    for (long first = grid.firstRow(piece); first < end; first += rowsPerTile) {
      parts.fillRows(call, first, Math.min(end, first + rowsPerTile));
    }
  }

  @Override
  public String action() {
    return "gather the bits of tiles of up to %s rows, part by part"
        .formatted(Math.min(grid.rows(), rowsPerTile));
  }

  @Override
  public String reason() {
    return "parts begin or end within a byte";
  }
}
