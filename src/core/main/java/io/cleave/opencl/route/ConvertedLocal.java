package io.cleave.opencl.route;

import io.cleave.plan.BitOrder;
import java.util.ArrayList;
import java.util.List;

/// `convert_local`: the parts of a group through local memory, for GPUs.
///
/// @param recipe how an element is converted
/// @param group whose job counts bits
record ConvertedLocal(Recipe recipe, OutputGroup group) {
  /// Tables up to here leave room for as many groups on a compute unit: three of 256 floats fit.
  private static final int MOST_STAGED_BYTES = 4096;

  private static final long TILE_STEP = 4096;

  /// Segments of a run are a multiple of it in the output: a sector of memory.
  private static final int SECTOR = 32;

  /// Whether local memory is large enough.
  static boolean fits(Recipe recipe, OutputGroup group) {
    LocalTile tile = LocalTile.of(group);
    return !tile.isTooNarrow() && tile.column() >= unit(recipe);
  }

  private static long unit(Recipe recipe) {
    return (long) SECTOR / recipe.bytes() * recipe.bits();
  }

  List<Launch> launches() {
    Job job = group.job();
    LocalTile tile = LocalTile.of(group);
    List<Launch> launches = new ArrayList<>();
    for (RowTiles.Band band : new RowTiles(job.rows(), tile.rows()).bands(job.facts())) {
      launches.add(launch(group.rows(band.first(), band.count()), tile, band));
    }
    return launches;
  }

  private Launch launch(OutputGroup parts, LocalTile tile, RowTiles.Band band) {
    Job job = parts.job();
    Columns columns = Columns.of(parts, tile.cut(unit(recipe)));
    RuleTables rules = RuleTables.of(recipe, parts, columns);
    long bytes = rounded(tile.bytes(columns, job.pitch()), tile.most());
    long step = (long) LocalTile.WORD / recipe.bytes() * recipe.bits();
    KernelCall call =
        new KernelCall("convert_local", "tile", "convert")
            .flag("WHOLE_ROWS", tile.whole())
            .flag("MSB_FIRST", job.order() == BitOrder.MOST_SIGNIFICANT_FIRST)
            .flag(
                "STRADDLING",
                Integer.SIZE % recipe.bits() != 0 || job.dataAt() % recipe.bits() != 0)
            .flag("LOOSE", recipe.isLoose(job))
            .define("TILE", bytes)
            .define("GROUP", job.group());
    if (isStaged(rules, job, bytes)) {
      call.define("STAGED", rules.patterns());
    }
    recipe.define(call);
    call.data().outputs(parts).table(columns.pieces()).table(columns.starts());
    rules.addTo(call);
    call.numbers(job.dataAt(), job.dataEnd(), job.pitch(), job.rows(), tile.rows());
    int lanes = new Lanes(job.group(), step).of(columns, tile.rows());
    call.count(Integer.numberOfTrailingZeros(lanes));
    long tiles = Math.ceilDiv(job.rows(), tile.rows());
    String reason =
        "%s, %s rows at a time through local memory".formatted(recipe.reason(), tile.rows());
    return call.over(
        Grid.ofGroups(columns.count(), tiles, job.group()),
        reason + parts.reason() + band.reason());
  }

  /// Few sizes, so that most plans share a program.
  private static long rounded(long bytes, long most) {
    return Math.max(bytes, Math.min(Math.ceilDiv(bytes, TILE_STEP) * TILE_STEP, most));
  }

  private boolean isStaged(RuleTables rules, Job job, long tileBytes) {
    long bytes = (long) rules.patterns() * recipe.bytes();
    return bytes > 0
        && bytes <= MOST_STAGED_BYTES
        && bytes + LocalTile.taken(tileBytes) <= job.facts().localMemory();
  }
}
