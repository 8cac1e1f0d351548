package io.cleave.opencl.route;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Tile of `split_local` and `convert_local` in local memory: some rows of one column. Counts bits,
/// but local memory in bytes.
///
/// @param group the parts, in bits
/// @param whole true if a column is whole rows, so that the tile is one stretch of data
/// @param rows the rows of a tile
/// @param columns the columns of all parts
/// @param most the most bytes of local memory that a tile may take
record LocalTile(StridedCopy group, boolean whole, long rows, Columns columns, long most) {
  /// The bytes of a word of the kernel.
  static final int WORD = 16;

  /// A tile of this size lets two or more groups share a compute unit.
  private static final long TILE = 16_384;

  /// The most bytes of a tile, where rows are too long for whole ones.
  private static final long MOST = 24_576;

  /// A tile's size is a multiple of this.
  private static final long STEP = 128;

  /// Words of local memory of which one stays empty, and the bytes that the kernel adds.
  private static final long SPREAD = 32;

  /// Bits after which every part is whole sectors of 32 bytes, and bytes that a part should have in
  /// a tile: stores then fill their sectors.
  private static final long STORED = 256;

  /// Loads of columns this wide fill their sectors.
  private static final long WIDE = 2048;

  /// The fewest work-items that share a piece: those that run in step on most GPUs.
  private static final int FEWEST_LANES = 32;

  /// Bytes of the narrowest column: in narrower ones most loads belong to the neighbours.
  private static final long NARROWEST = 64;

  /// The tile for a group of parts that count bits. Empty if columns have too little room to be
  /// worth it, or would cut a run although its rows begin within bytes of the output: two tiles
  /// would then write to one byte.
  ///
  /// @param unit the multiple that segments of a run are of
  static Optional<LocalTile> of(StridedCopy group, long unit) {
    long most = Math.min(MOST, fitting(group.info().localMemory()));
    long fits = Math.min(TILE + STEP, most) - WORD;
    // Eight rows. The bits of the longest one cannot be rounded up.
    if (Math.ceilDiv(group.pitch(), Byte.SIZE) <= fits / Byte.SIZE) {
      long rows = Math.min(group.rows(), wholeRows(group, fits * Byte.SIZE / group.pitch()));
      return Optional.of(new LocalTile(group, true, rows, Columns.of(group, Long.MAX_VALUE), most));
    }
    long rows = Math.min(group.rows(), balancedRows(group, most));
    long column = column(most, rows) * Byte.SIZE;
    boolean tears = group.longest() > column && group.rowsTo(Byte.SIZE) > 1 && group.rows() > 1;
    if (column < Math.max(NARROWEST * Byte.SIZE, unit) || (tears && unit == 1)) {
      return Optional.empty();
    }
    Columns columns = Columns.of(group, column, column / unit * unit, column, 0, true);
    return Optional.of(new LocalTile(group, false, rows, columns, most));
  }

  /// The largest tile for which so much local memory is enough.
  private static long fitting(long localMemory) {
    return Math.max(0, localMemory - SPREAD) * SPREAD / (SPREAD + 1) / STEP * STEP;
  }

  /// Whole rows of a tile, as many as fit, rounded so that parts of a tile begin on sectors, or at
  /// least on bytes.
  private static long wholeRows(StridedCopy group, long fitting) {
    long unit = group.rowsTo(STORED);
    if (fitting >= STORED) {
      return Long.highestOneBit(fitting);
    }
    return fitting >= unit ? fitting / unit * unit : fitting / Byte.SIZE * Byte.SIZE;
  }

  /// The bytes of a row that fit when a tile has so many: each row lies on separate words, and may
  /// begin and end within one.
  private static long column(long most, long rows) {
    return most / rows / WORD * WORD - 2 * WORD;
  }

  /// Weighs many rows, which make each part's stores long, against wide columns, which make the
  /// loads long.
  private static long balancedRows(StridedCopy group, long most) {
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

  /// The bytes of local memory that a tile of so many takes, since it is spread over the banks.
  static long taken(long bytes) {
    return bytes * (SPREAD + 1) / SPREAD + SPREAD;
  }

  /// The bytes of the largest tile.
  long bytes() {
    long need =
        whole
            ? Math.ceilDiv(rows * group.pitch(), Byte.SIZE) + WORD
            : columns.stream().mapToLong(LocalTile::words).max().orElse(0) * WORD * rows;
    return Math.max(Math.min(TILE, most), Math.ceilDiv(need, STEP) * STEP);
  }

  /// The number of work-items that share a piece, a power of two: as many as let the group finish
  /// first, more rather than fewer.
  ///
  /// @param step the bits of data that a work-item makes a word of
  int lanes(long step) {
    int items = group.info().groupSize();
    int best = items;
    long least = Long.MAX_VALUE;
    for (int lanes = items; lanes >= FEWEST_LANES; lanes /= 2) {
      int teams = items / lanes;
      long laneStep = step * lanes;
      long steps = columns.stream().mapToLong(some -> steps(some, teams, laneStep)).max().orElse(0);
      if (steps < least) {
        least = steps;
        best = lanes;
      }
    }
    return best;
  }

  /// The steps of the busiest team of work-items in a column.
  private long steps(List<Piece> column, int teams, long step) {
    long[] steps = new long[teams];
    for (int p = 0; p < column.size(); p++) {
      steps[p % teams] += Math.ceilDiv(rows * column.get(p).width(), step);
    }
    return Arrays.stream(steps).max().orElse(0);
  }

  /// The words that a row of a column touches at most.
  private static long words(List<Piece> column) {
    Piece last = column.getLast();
    long bits = last.from() + last.width() - column.getFirst().from();
    return Math.ceilDiv(bits + WORD * Byte.SIZE - 1, WORD * Byte.SIZE);
  }
}
