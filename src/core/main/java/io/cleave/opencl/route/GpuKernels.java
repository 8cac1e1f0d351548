package io.cleave.opencl.route;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Launches for GPUs: `split_words` where everything is a multiple of 16 bytes, `split_local`
/// elsewhere, and `split_bits` where that does not fit local memory.
final class GpuKernels {
  private static final int WORD = LocalTile.WORD;

  /// Bytes of a tile of words: 256 work-items move four words each.
  private static final long TILE = 16_384;

  /// The same where work-items go from row to row: eight words each.
  private static final long TILE_OF_SHORT_RUNS = 2 * TILE;

  /// Bytes of short runs next to each other that a work-group moves at once, a word per work-item.
  private static final long COLUMN = 256 * WORD;

  /// A long row is cut into this many segments at most, so that the table stays small.
  private static final long SEGMENTS = 8192;

  private static final long LONGEST_SEGMENT = 1 << 30;

  private GpuKernels() {}

  /// As few launches as the outputs allow.
  static List<Launch> launches(Geometry geometry) {
    boolean words =
        !geometry.countsBits() && (geometry.grain() | geometry.outputGrain()) % WORD == 0;
    if (words) {
      return OutputGroup.of(geometry).stream().map(GpuKernels::words).toList();
    }
    List<OutputGroup> groups = OutputGroup.of(geometry.inBits());
    List<Launch> launches = new ArrayList<>();
    for (OutputGroup group : groups) {
      LocalTile tile = LocalTile.of(group);
      Optional<String> refusal = refusal(group, tile);
      if (refusal.isPresent()) {
        return BitKernel.launches(geometry, refusal.get());
      }
      launches.add(local(group, tile));
    }
    return launches;
  }

  private static Launch words(OutputGroup group) {
    Geometry geometry = group.geometry();
    long longest = group.longest();
    long least = Math.ceilDiv(Math.ceilDiv(group.sum(), SEGMENTS), COLUMN) * COLUMN;
    long segment = Math.clamp(least, TILE, LONGEST_SEGMENT);
    long column = longest > COLUMN ? segment : COLUMN;
    long tile = longest < COLUMN ? TILE_OF_SHORT_RUNS : TILE;
    long tileRows = Math.clamp(tile / Math.min(column, group.sum()), 1, geometry.rows());
    Columns columns = new Columns(group, segment, segment, column, 0, false);
    int items = geometry.device().groupSize();
    long words = Math.min(segment, longest) / WORD;
    return new KernelCall("split_words", group)
        .define("GROUP", items)
        .define("LANES", Math.min(items, powerAtLeast(words)))
        .tables(columns.tables())
        .overTiles(
            columns,
            tileRows,
            items,
            "runs of up to %s, 16-byte words".formatted(Geometry.text(longest)));
  }

  private static long powerAtLeast(long number) {
    return number == 1 ? 1 : Long.highestOneBit(number - 1) * 2;
  }

  private static Optional<String> refusal(OutputGroup group, LocalTile tile) {
    Geometry geometry = group.geometry();
    String memory = Geometry.text(geometry.device().localMemory());
    if (tile.isTooNarrow()) {
      return Optional.of("%s of local memory are too little for a column".formatted(memory));
    }
    return tile.tears(group)
        ? Optional.of(
            "runs of %s, which end within a byte, do not fit %s of local memory"
                .formatted(geometry.length(group.longest()), memory))
        : Optional.empty();
  }

  private static Launch local(OutputGroup group, LocalTile tile) {
    Geometry geometry = group.geometry();
    Columns columns = tile.columns(group, 1);
    int items = geometry.device().groupSize();
    boolean words =
        geometry.grain() % Integer.SIZE == 0 && geometry.outputGrain() % Integer.BYTES == 0;
    return new KernelCall("split_local", group, "tile")
        .flag("WHOLE_ROWS", tile.whole())
        .flag("WORDS", words)
        .flag("MSB_FIRST", geometry.isMsbFirst())
        .define("TILE", tile.bytes(columns, geometry.pitch()))
        .define("GROUP", items)
        .define("LANES", tile.lanes(columns, items, (long) WORD * Byte.SIZE))
        .tables(columns.tables())
        .overTiles(
            columns,
            tile.rows(),
            items,
            "%s rows at a time through local memory".formatted(tile.rows()));
  }
}
