package io.cleave.opencl.route;

import io.cleave.opencl.route.Table.Piece;
import java.util.List;

/// Tile of `split_local` and `convert_local` in local memory: some rows of one column. Counts bits,
/// but local memory in bytes.
///
/// @param whole whether a column is whole rows, so that the tile is one stretch of data
/// @param rows of a tile
/// @param column the bits of a row that a tile may hold
/// @param most the most bytes of local memory that a tile may take
record LocalTile(boolean whole, long rows, long column, long most) {
  /// The bytes of a word of the kernel.
  static final int WORD = 16;

  /// A tile of this size lets two or more groups share a compute unit.
  private static final long TILE = 16_384;

  /// The most bytes of a tile, where rows are too long for whole ones.
  private static final long MOST = 24_576;

  /// A tile's size is a multiple of this.
  private static final long STEP = 128;

  /// Of every 32 words of local memory one stays empty, and the kernel adds some room.
  private static final long SPREAD = 32;

  /// Bits after which every part is whole sectors of 32 bytes, and bytes that a part should have in
  /// a tile: stores then fill their sectors.
  private static final long STORED = 256;

  /// Loads of columns this wide fill their sectors (by simulation: 0.96 of what is loaded is used
  /// with columns of 3 KiB, 0.88 with 736 bytes).
  private static final long WIDE = 2048;

  /// The fewest work-items that share a piece: those that run in step on most GPUs.
  private static final int FEWEST_LANES = 32;

  /// In narrower columns most of what is loaded belongs to the neighbours.
  private static final long NARROWEST = 64;

  /// The tile for a group of parts whose geometry counts bits.
  static LocalTile of(OutputGroup group) {
    Geometry geometry = group.geometry();
    long most = Math.min(MOST, fitting(geometry.device().localMemory()));
    long whole = Math.min(TILE + STEP, most) - WORD;
    // Eight rows. The bits of the longest one cannot be rounded up.
    if (Math.ceilDiv(geometry.pitch(), Byte.SIZE) <= whole / Byte.SIZE) {
      long rows = Math.min(geometry.rows(), wholeRows(group, whole * Byte.SIZE / geometry.pitch()));
      return new LocalTile(true, rows, Long.MAX_VALUE, most);
    }
    long rows = Math.min(geometry.rows(), balancedRows(group, most));
    return new LocalTile(false, rows, column(most, rows) * Byte.SIZE, most);
  }

  /// The largest tile for which so much local memory is enough.
  private static long fitting(long localMemory) {
    return Math.max(0, localMemory - SPREAD) * SPREAD / (SPREAD + 1) / STEP * STEP;
  }

  /// As many whole rows as fit, rounded so that parts of a tile begin on sectors, or at least on
  /// bytes.
  private static long wholeRows(OutputGroup group, long fitting) {
    long unit = group.rowsTo(STORED);
    if (fitting >= STORED) {
      return Long.highestOneBit(fitting);
    }
    return fitting >= unit ? fitting / unit * unit : fitting / Byte.SIZE * Byte.SIZE;
  }

  /// The bytes of a row that fit when a tile has so many: each row lies on words of its own, and
  /// may begin and end within one.
  private static long column(long most, long rows) {
    return most / rows / WORD * WORD - 2 * WORD;
  }

  /// Weighs many rows, which make each part's stores long, against wide columns, which make the
  /// loads long.
  private static long balancedRows(OutputGroup group, long most) {
    long shortest = Math.ceilDiv(group.shortest(), Byte.SIZE);
    long rows = group.rowsTo(STORED);
    while (rows * shortest < STORED && column(most, rows * 2) >= STORED) {
      rows *= 2;
    }
    long wanted = Math.min(Math.ceilDiv(group.longest(), Byte.SIZE), WIDE);
    long least = group.rowsTo(Byte.SIZE);
    while (column(most, rows) < wanted && rows / 2 * shortest >= STORED && rows / 2 >= least) {
      rows /= 2;
    }
    return rows;
  }

  /// True if a column has too little room to be worth it.
  boolean isTooNarrow() {
    return column < NARROWEST * Byte.SIZE;
  }

  /// True if a run would be cut although its rows begin within bytes of the output: two tiles would
  /// then write to one byte.
  boolean tears(OutputGroup group) {
    return group.longest() > column && group.rowsTo(Byte.SIZE) > 1 && group.geometry().rows() > 1;
  }

  /// The columns of such tiles.
  ///
  /// @param unit bits, at most a column's; what segments of a run are multiples of
  Columns columns(OutputGroup group, long unit) {
    return new Columns(group, column, column / unit * unit, column, 0, true);
  }

  /// The bytes of local memory that a tile of so many takes, since it is spread over the banks.
  static long taken(long bytes) {
    return bytes * (SPREAD + 1) / SPREAD + SPREAD;
  }

  /// The bytes of the largest tile.
  long bytes(Columns columns, long pitch) {
    long need =
        whole
            ? Math.ceilDiv(rows * pitch, Byte.SIZE) + WORD
            : columns.stream().mapToLong(LocalTile::words).max().orElse(0) * WORD * rows;
    return Math.max(Math.min(TILE, most), Math.ceilDiv(need, STEP) * STEP);
  }

  /// How many work-items of a group share a piece: as many as let the group finish first, more
  /// rather than fewer.
  ///
  /// @param items of a group, a power of two
  /// @param step the bits of data that a work-item makes a word of
  int lanes(Columns columns, int items, long step) {
    int best = items;
    long least = Long.MAX_VALUE;
    for (int lanes = items; lanes >= FEWEST_LANES; lanes /= 2) {
      int tried = lanes;
      long steps =
          columns.stream().mapToLong(column -> steps(column, items, tried, step)).max().orElse(0);
      if (steps < least) {
        least = steps;
        best = lanes;
      }
    }
    return best;
  }

  /// The steps of the busiest team of work-items in a column.
  private long steps(List<Piece> column, int items, int lanes, long step) {
    long[] teams = new long[items / lanes];
    long most = 0;
    for (int p = 0; p < column.size(); p++) {
      int team = p % teams.length;
      teams[team] += Math.ceilDiv(rows * column.get(p).width(), step * lanes);
      most = Math.max(most, teams[team]);
    }
    return most;
  }

  /// The words that a row of a column touches at most.
  private static long words(List<Piece> column) {
    Piece last = column.getLast();
    long bits = last.from() + last.width() - column.getFirst().from();
    return Math.ceilDiv(bits + WORD * Byte.SIZE - 1, WORD * Byte.SIZE);
  }
}
