package io.cleave.opencl.route;

import io.cleave.opencl.route.Columns.Cut;
import io.cleave.plan.BitOrder;
import java.util.ArrayList;
import java.util.List;

/// `convert_tiles`: the parts of a group, a tile of rows for each thread of a processor.
///
/// @param recipe how an element is converted
/// @param group whose job counts bits
record ConvertedTiles(Recipe recipe, OutputGroup group) {
  /// The elements of a tile: few enough that what parts share stays in a cache.
  private static final long TILE = 16_384;

  /// The same where a work-item must not take many steps, see [DeviceInfo].
  private static final long SMALL_TILE = 2048;

  /// After so many rows every part is whole lines.
  private static final long LINE_ROWS = 64;

  /// Rows of a tile that is cut into columns, unless runs are long: even runs of 8 bytes fill
  /// lines.
  private static final long FEW_ROWS = 8;

  private static final long LONG_RUN = 1024;

  /// Rows of more elements are not compiled for: the constant gains nothing there.
  private static final long MOST_STEPS = 8;

  /// Where stores that bypass the caches begin to pay, see `AutoChoice`.
  private static final long STREAMED = 16L << 20;

  List<Launch> launches() {
    Job job = group.job();
    long height = tileRows();
    List<Launch> launches = new ArrayList<>();
    for (RowTiles.Band band : new RowTiles(job.rows(), height).bands(job.facts())) {
      launches.add(launch(group.rows(band.first(), band.count()), height, band));
    }
    return launches;
  }

  private long tile() {
    return group.job().facts().clang() ? TILE : SMALL_TILE;
  }

  /// The wanted elements of a row.
  private long row() {
    return group.sum() / recipe.bits();
  }

  private long tileRows() {
    long rows = group.job().rows();
    if (row() > tile()) {
      return group.longest() / recipe.bits() >= LONG_RUN ? 1 : Math.min(rows, FEW_ROWS);
    }
    long fitting = tile() / row();
    long whole = fitting >= LINE_ROWS ? fitting / LINE_ROWS * LINE_ROWS : fitting;
    return Math.min(rows, whole);
  }

  private Cut cut(long tileRows) {
    long segment = tile() / (row() > tile() ? tileRows : 1) * recipe.bits();
    return new Cut(segment, segment, segment, 0, false);
  }

  private Launch launch(OutputGroup parts, long tileRows, RowTiles.Band band) {
    Job job = parts.job();
    Columns columns = Columns.of(parts, cut(tileRows));
    boolean clang = job.facts().clang();
    KernelCall call =
        new KernelCall("convert_tiles", "convert", "gather", "results")
            .flag("MSB_FIRST", job.order() == BitOrder.MOST_SIGNIFICANT_FIRST)
            .flag("LOOSE", recipe.isLoose(job))
            .flag("UNALIGNED", clang)
            .flag("STREAMING", clang && moved(job) >= STREAMED);
    if (isStepped(job)) {
      call.define("STEP", job.pitch() / Byte.SIZE);
    }
    recipe.define(call);
    call.data().outputs(parts).table(columns.pieces()).table(columns.starts());
    RuleTables.of(recipe, parts, columns).addTo(call);
    call.numbers(job.dataAt(), job.dataEnd(), job.pitch(), job.rows(), tileRows);
    long tiles = Math.ceilDiv(job.rows(), tileRows);
    String reason = "%s, tiles of %s rows".formatted(recipe.reason(), tileRows);
    return call.over(
        Grid.ofGroups(columns.count(), tiles, 1), reason + parts.reason() + band.reason());
  }

  private static long moved(Job job) {
    return job.rows() * job.pitch() / Byte.SIZE + job.bytes();
  }

  private boolean isStepped(Job job) {
    return recipe.bits() >= Byte.SIZE && job.pitch() <= MOST_STEPS * recipe.bits();
  }
}
