package io.cleave.cpu;

import io.cleave.backend.Route;
import io.cleave.plan.SplitPlan;
import java.util.List;

/// Says how [CpuSplitter] carries a plan out.
final class CpuRoute {
  private CpuRoute() {}

  /// @param threads how many share the work if the memory lets them
  static Route of(SplitPlan plan, int threads, long tileBytes) {
    return new Route("cpu", "plain Java", List.of(steps(plan, threads, tileBytes)));
  }

  private static Route.Step steps(SplitPlan plan, int threads, long tileBytes) {
    return switch (plan.unit()) {
      case ELEMENT -> new Route.Step("copy references", "strings stand in arrays");
      case BIT -> new Route.Step(bits(tileBytes) + by(threads), "parts begin or end within a byte");
      case BYTE ->
          StagedTiles.isFor(plan)
              ? staged(plan, threads, tileBytes)
              : new Route.Step(tiles(plan, threads, tileBytes), "each byte is read once");
    };
  }

  private static String bits(long tileBytes) {
    return "put each part together from its runs, %s KiB at a time".formatted(tileBytes >> 10);
  }

  private static String tiles(SplitPlan plan, int threads, long tileBytes) {
    TileGrid grid = ByteTiles.grid(plan, tileBytes);
    String by = by(threads, grid);
    return grid.cutsRows()
        ? "copy %s stretches of %s KiB of a row%s".formatted(grid.tiles(), tileBytes >> 10, by)
        : "copy tiles of up to %s rows, all parts of a tile in turn%s"
            .formatted(Math.min(grid.rows(), grid.rowsPerTile()), by);
  }

  private static Route.Step staged(SplitPlan plan, int threads, long tileBytes) {
    TileGrid grid = StagedTiles.grid(plan, tileBytes);
    String action =
        "stage tiles of up to %s rows in arrays, gather the runs of each part%s"
            .formatted(Math.min(grid.rows(), grid.rowsPerTile()), by(threads, grid));
    return new Route.Step(action, "runs are too short to be copied one by one");
  }

  private static String by(int threads, TileGrid grid) {
    return by((int) Math.max(1, Math.min(threads, grid.tiles())));
  }

  private static String by(int threads) {
    return threads == 1 ? ", by the calling thread" : ", by %s threads".formatted(threads);
  }
}
