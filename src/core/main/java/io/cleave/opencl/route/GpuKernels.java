package io.cleave.opencl.route;

/// Launches for GPUs: `split_words` where everything is a multiple of 16 bytes, `split_local`
/// elsewhere, and `split_bits` where that does not fit local memory.
final class GpuKernels {
  private static final int WORD = LocalTile.WORD;

  /// Bytes of a tile of words: 256 work-items move four words each.
  private static final long TILE = 16_384;

  /// Bytes of a tile where work-items go from row to row: eight words each.
  private static final long TILE_OF_SHORT_RUNS = 2 * TILE;

  /// Bytes of short runs next to each other that a work-group moves at once, a word per work-item.
  private static final long COLUMN = 256 * WORD;

  /// A long row is cut into this many segments at most, so that the table stays small.
  private static final long SEGMENTS = 8192;

  private static final long LONGEST_SEGMENT = 1 << 30;

  private GpuKernels() {}

  /// The launch for a group of parts.
  static Launch launch(StridedCopy group) {
    if (!group.countsBits() && (group.grain() | group.outputGrain()) % WORD == 0) {
      return words(group);
    }
    StridedCopy bits = group.inBits();
    return LocalTile.of(bits, 1).map(GpuKernels::local).orElseGet(() -> BitKernel.launch(bits));
  }

  private static Launch words(StridedCopy group) {
    long longest = group.longest();
    long least = Math.ceilDiv(Math.ceilDiv(group.sum(), SEGMENTS), COLUMN) * COLUMN;
    long segment = Math.clamp(least, TILE, LONGEST_SEGMENT);
    long column = longest > COLUMN ? segment : COLUMN;
    long tile = longest < COLUMN ? TILE_OF_SHORT_RUNS : TILE;
    long tileRows = Math.clamp(tile / Math.min(column, group.sum()), 1, group.rows());
    long words = Math.min(segment, longest) / WORD;
    return new KernelCall("split_words", group)
        .grouped()
        .define("LANES", Math.min(group.info().groupSize(), StridedCopy.powerAtLeast(words)))
        .over(Columns.of(group, segment, segment, column, 0, false), tileRows);
  }

  private static Launch local(LocalTile tile) {
    StridedCopy group = tile.group();
    boolean words = group.grain() % Integer.SIZE == 0 && group.outputGrain() % Integer.BYTES == 0;
    return new KernelCall("split_local", group, "tile")
        .grouped()
        .flag("WHOLE_ROWS", tile.whole())
        .flag("WORDS", words)
        .define("TILE", tile.bytes())
        .define("LANES", tile.lanes((long) WORD * Byte.SIZE))
        .over(tile.columns(), tile.rows());
  }
}
