package io.cleave.opencl.route;

import io.cleave.opencl.route.Columns.Cut;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `split_words`: all parts in one launch on a GPU, where everything is a multiple of 16 bytes.
final class WordRoute implements RoutePlanner {
  private static final int WORD = 16;

  /// Bytes of a tile: 256 work-items move four words each.
  private static final long TILE = 16_384;

  /// The same where work-items go from row to row: eight words each.
  private static final long TILE_OF_SHORT_RUNS = 2 * TILE;

  /// Bytes of short runs next to each other that a work-group moves at once, a word per work-item.
  private static final long COLUMN = 256 * WORD;

  /// A long row is cut into this many segments at most, so that the table stays small.
  private static final long SEGMENTS = 8192;

  private static final long LONGEST_SEGMENT = 1 << 30;

  @Override
  public Optional<String> refusal(Job job) {
    if (job.countsBits()) {
      return Optional.of("a part begins or ends within a byte");
    }
    long divisor = Power.dividing(job.grain() | job.outputGrain() | WORD);
    return divisor == WORD
        ? Optional.empty()
        : Optional.of("%s is the most that divides all offsets and runs".formatted(divisor));
  }

  @Override
  public List<Launch> launches(Job job) {
    List<Launch> launches = new ArrayList<>();
    for (OutputGroup group : OutputGroup.of(job)) {
      Cut cut = cut(group);
      long height = tileRows(group, cut);
      for (RowTiles.Band band : new RowTiles(job.rows(), height).bands(job.facts())) {
        launches.add(launch(group.rows(band.first(), band.count()), cut, height, band));
      }
    }
    return launches;
  }

  private static Cut cut(OutputGroup group) {
    long least = Math.ceilDiv(Math.ceilDiv(group.sum(), SEGMENTS), COLUMN) * COLUMN;
    long segment = Math.clamp(least, TILE, LONGEST_SEGMENT);
    return new Cut(segment, segment, group.longest() > COLUMN ? segment : COLUMN, 0, false);
  }

  private static long tileRows(OutputGroup group, Cut cut) {
    long tile = group.longest() < COLUMN ? TILE_OF_SHORT_RUNS : TILE;
    return Math.clamp(tile / Math.min(cut.column(), group.sum()), 1, group.job().rows());
  }

  private static Launch launch(OutputGroup parts, Cut cut, long tileRows, RowTiles.Band band) {
    Job job = parts.job();
    Columns columns = Columns.of(parts, cut);
    long words = Math.min(cut.segment(), parts.longest()) / WORD;
    KernelCall call =
        new KernelCall("split_words")
            .define("GROUP", job.group())
            .define("LANES", Math.min(job.group(), Power.atLeast(words)))
            .data()
            .outputs(parts)
            .table(columns.pieces())
            .table(columns.starts())
            .numbers(job.dataAt(), job.pitch(), job.rows(), tileRows);
    long tiles = Math.ceilDiv(job.rows(), tileRows);
    return call.over(
        Grid.ofGroups(columns.count(), tiles, job.group()),
        "runs of up to %s, 16-byte words".formatted(Bytes.text(parts.longest()))
            + parts.reason()
            + band.reason());
  }
}
