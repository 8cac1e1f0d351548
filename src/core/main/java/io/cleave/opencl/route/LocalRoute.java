package io.cleave.opencl.route;

import io.cleave.plan.BitOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `split_local`: all parts in one launch on a GPU, through local memory. Counts bits.
final class LocalRoute implements RoutePlanner {
  private static final long WORD = (long) LocalTile.WORD * Byte.SIZE;

  @Override
  public Optional<String> refusal(Job job) {
    return OutputGroup.of(job.inBits()).stream()
        .map(LocalRoute::refusal)
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<String> refusal(OutputGroup group) {
    LocalTile tile = LocalTile.of(group);
    String memory = Bytes.text(group.job().facts().localMemory());
    if (tile.isTooNarrow()) {
      return Optional.of("%s of local memory are too little for a column".formatted(memory));
    }
    return tile.tears(group)
        ? Optional.of(
            "runs of %s, which end within a byte, do not fit %s of local memory"
                .formatted(group.job().length(group.longest()), memory))
        : Optional.empty();
  }

  @Override
  public List<Launch> launches(Job job) {
    Job bits = job.inBits();
    boolean words = bits.grain() % Integer.SIZE == 0 && bits.outputGrain() % Integer.BYTES == 0;
    List<Launch> launches = new ArrayList<>();
    for (OutputGroup group : OutputGroup.of(bits)) {
      LocalTile tile = LocalTile.of(group);
      for (RowTiles.Band band : new RowTiles(job.rows(), tile.rows()).bands(job.facts())) {
        launches.add(launch(group.rows(band.first(), band.count()), tile, words, band));
      }
    }
    return launches;
  }

  private static Launch launch(
      OutputGroup parts, LocalTile tile, boolean words, RowTiles.Band band) {
    Job job = parts.job();
    Columns columns = Columns.of(parts, tile.cut(1));
    KernelCall call =
        new KernelCall("split_local", "tile")
            .flag("WHOLE_ROWS", tile.whole())
            .flag("WORDS", words)
            .flag("MSB_FIRST", job.order() == BitOrder.MOST_SIGNIFICANT_FIRST)
            .define("TILE", tile.bytes(columns, job.pitch()))
            .define("GROUP", job.group())
            .define("LANES", new Lanes(job.group(), WORD).of(columns, tile.rows()))
            .data()
            .outputs(parts)
            .table(columns.pieces())
            .table(columns.starts())
            .numbers(job.dataAt(), job.dataEnd(), job.pitch(), job.rows(), tile.rows());
    long tiles = Math.ceilDiv(job.rows(), tile.rows());
    return call.over(
        Grid.ofGroups(columns.count(), tiles, job.group()),
        reason(tile) + parts.reason() + band.reason());
  }

  private static String reason(LocalTile tile) {
    return tile.whole()
        ? "%s whole rows at a time through local memory".formatted(tile.rows())
        : "%s rows of %s at a time through local memory"
            .formatted(tile.rows(), Bytes.text(tile.column() / Byte.SIZE));
  }
}
