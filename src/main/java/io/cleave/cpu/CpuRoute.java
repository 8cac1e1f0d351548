package io.cleave.cpu;

import io.cleave.backend.Route;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import java.util.List;

/// Says how [CpuSplitter] carries a plan out.
final class CpuRoute {
  private CpuRoute() {}

  /// @param threads how many share the work if the memory lets them
  static Route of(SplitPlan plan, int threads) {
    return new Route("cpu", "plain Java", List.of(step(plan, threads)));
  }

  private static Route.Step step(SplitPlan plan, int threads) {
    if (plan.unit() == Unit.ELEMENT) {
      return new Route.Step("copy references", "strings stand in arrays");
    }
    if (StagedTiles.isFor(plan)) {
      return staged(plan, threads);
    }
    return plan.unit() == Unit.BIT ? chunks(plan, threads) : tiles(plan, threads);
  }

  private static Route.Step staged(SplitPlan plan, int threads) {
    TileGrid grid = StagedTiles.grid(plan);
    String action =
        "stage tiles of up to %s rows in arrays, gather the runs of each part there%s"
            .formatted(Math.min(grid.rows(), grid.rowsPerTile()), by(threads, grid));
    String reason =
        plan.unit() == Unit.BIT
            ? "parts begin or end within a byte"
            : "runs are too short to be copied one by one";
    return new Route.Step(action, reason);
  }

  private static Route.Step chunks(SplitPlan plan, int threads) {
    String action =
        "put each part together from its runs, %s KiB at a time%s"
            .formatted(BitChunks.chunkBytes(plan) >> 10, by(threads));
    return new Route.Step(action, "parts begin or end within a byte, rows are long");
  }

  private static Route.Step tiles(SplitPlan plan, int threads) {
    TileGrid grid = ByteTiles.grid(plan);
    String by = by(threads, grid);
    String action =
        grid.cutsRows()
            ? "copy %s stretches of %s KiB of a row%s"
                .formatted(grid.tiles(), grid.tileBytes() >> 10, by)
            : "copy tiles of up to %s rows, long runs row by row%s"
                .formatted(Math.min(grid.rows(), grid.rowsPerTile()), by);
    return new Route.Step(action, "each byte is read once");
  }

  private static String by(int threads, TileGrid grid) {
    return by((int) Math.max(1, Math.min(threads, grid.tiles())));
  }

  private static String by(int threads) {
    return threads == 1 ? ", by the calling thread" : ", by %s threads".formatted(threads);
  }
}
