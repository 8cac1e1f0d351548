package io.cleave.opencl.route;

/// Launches of `split_tiles`: all parts of a tile of rows in one pass, for devices whose
/// work-groups are threads of a processor.
final class TileKernel {
  /// The bytes of a cache line.
  static final long LINE = 64;

  /// Bytes of a tile of several runs; see performance.md#constants.
  private static final long TILE = 65_536;

  /// Bytes of a tile that one run fills, and where a work-item must not take many steps, see
  /// [DeviceInfo].
  private static final long SMALL_TILE = 16_384;

  /// The run from which all are long enough to fill small tiles.
  private static final long FILLING_RUN = 4096;

  /// Longer runs are better taken row by row, unless they share lines.
  private static final long LONG_RUN = 8192;

  /// Rows of a tile that is cut into columns: after these even runs of 8 bytes fill lines.
  private static final long FEW_ROWS = 8;

  /// Rows that are cut into columns anyway may make so many tiles' bytes, so that runs fill lines.
  private static final long SLACK = 32;

  /// Slack where a work-item must not take many steps.
  private static final long SMALL_SLACK = 2;

  /// The cost of a piece there in each row, in steps, besides one step for each byte. By this count
  /// the work-items that failed on llvmpipe (Mesa 22.3) have more than its 65535 steps.
  private static final long STEPS = 10;

  /// Rows are cut into some more segments than this at most: a table of 2 MiB.
  private static final long SEGMENTS = 1 << 16;

  private static final long LONGEST_SEGMENT = 1 << 30;

  private TileKernel() {}

  /// The launch for a group of parts.
  ///
  /// @param streaming true if stores bypass the caches
  static Launch launch(StridedCopy group, boolean streaming) {
    boolean clang = group.info().clang();
    long bytes = !clang || group.shortest() >= FILLING_RUN ? SMALL_TILE : TILE;
    long each = clang ? 0 : STEPS;
    long row = group.sum() + each * group.pieces().size();
    long tileRows = tileRows(group, row, bytes);
    long least = Math.ceilDiv(Math.ceilDiv(row, SEGMENTS), LINE) * LINE;
    long tile = Math.max(bytes, Math.min(least, LONGEST_SEGMENT));
    long column = Math.max(LINE, tile / tileRows);
    long whole = Math.max(tile, column);
    Columns columns = Columns.of(group, whole, column / LINE * LINE, column, each, false);
    return new KernelCall("split_tiles", group)
        .flag("STREAMING", streaming)
        .over(columns, tileRows);
  }

  /// Rows that fill a tile, and after which every part is a whole number of lines if that takes not
  /// too many: a line that two tiles share is written twice.
  private static long tileRows(StridedCopy group, long row, long bytes) {
    long rows = group.allRows();
    long unit = group.rowsTo(LINE);
    if (group.longest() > LONG_RUN && row > bytes && rows > 1) {
      return unit > 1 ? Math.min(rows, FEW_ROWS) : 1;
    }
    long filling = Math.clamp(Math.ceilDiv(bytes, row), 1, rows);
    if (unit == 1 || filling == rows) {
      return filling;
    }
    long slack = group.info().clang() ? SLACK : SMALL_SLACK;
    while (unit > FEW_ROWS && unit > slack * bytes / row) {
      unit /= 2;
    }
    return Math.ceilDiv(filling, unit) * unit;
  }
}
