package io.cleave.opencl.route;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `split_tiles`: all parts of a tile of rows in one pass, for devices whose work-groups are
/// threads of a processor.
///
/// @param streaming whether stores bypass the caches
record TileRoute(boolean streaming) implements RoutePlanner {
  /// Rows that are fetched ahead (PoCL 3.1, 2 cores, 96 parts of 324 bytes and more: 0.53 of a
  /// streaming copy without, 0.62 with 4).
  private static final int FETCH = 4;

  @Override
  public Optional<String> refusal(Job job) {
    if (job.countsBits()) {
      return Optional.of("tiles are counted in bytes, and a part begins or ends within one");
    }
    return streaming && !job.facts().clang()
        ? Optional.of("the compiler is not known to have stores that bypass the caches")
        : Optional.empty();
  }

  @Override
  public List<Launch> launches(Job job) {
    List<Launch> launches = new ArrayList<>();
    for (OutputGroup group : OutputGroup.of(job)) {
      TileShape shape = TileShape.of(group);
      RowTiles tiles = new RowTiles(job.rows(), shape.tileRows());
      for (RowTiles.Band band : tiles.bands(job.facts())) {
        launches.add(launch(group.rows(band.first(), band.count()), shape, band));
      }
    }
    return launches;
  }

  private Launch launch(OutputGroup group, TileShape shape, RowTiles.Band band) {
    Job job = group.job();
    Columns columns = Columns.of(group, shape.cut());
    boolean clang = job.facts().clang();
    KernelCall call =
        new KernelCall("split_tiles")
            .flag("UNALIGNED", clang)
            .flag("STREAMING", streaming)
            .define("FETCH", clang ? FETCH : 0)
            .data()
            .outputs(group)
            .table(columns.pieces())
            .table(columns.starts())
            .numbers(job.dataAt(), job.dataEnd(), job.pitch(), job.rows(), shape.tileRows());
    Grid grid = Grid.ofGroups(columns.count(), Math.ceilDiv(job.rows(), shape.tileRows()), 1);
    String reason = reason(shape.tileRows(), columns.count());
    return call.over(grid, reason + group.reason() + band.reason());
  }

  private static String reason(long tileRows, int columns) {
    return "tiles of %s %s, %s %s"
        .formatted(
            tileRows, tileRows == 1 ? "row" : "rows", columns, columns == 1 ? "column" : "columns");
  }
}
