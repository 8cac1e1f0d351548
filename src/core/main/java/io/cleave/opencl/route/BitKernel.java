package io.cleave.opencl.route;

import java.util.ArrayList;
import java.util.List;

/// Launch of `split_bits`: each part is put together word by word from as many runs as it takes.
/// Fits everything, bytes too.
///
/// Tiles are shares of parts, whole lines each, so that two tiles share no word. Shares with the
/// same number come from about the same rows.
final class BitKernel {
  /// Words that a thread makes in a stage and stores as whole lines.
  private static final int STAGED_CHUNK = 1024;

  private static final int CHUNK = 256;

  /// Words of a tile where a thread takes a column of parts.
  private static final long TILE = 2048;

  /// Parts of such a column: rows that these share come from memory once.
  private static final int COLUMN = 64;

  /// Tiles at the most, as a multiple of those that columns of equal parts would have: a column of
  /// short parts has as many tiles as that of a long one, nearly all of them empty.
  private static final long MOST_SKEW = 4;

  private static final long LINE = TileKernel.LINE / Long.BYTES;

  private BitKernel() {}

  /// The launch for a group of parts.
  static Launch launch(StridedCopy some) {
    StridedCopy group = some.inBits();
    DeviceInfo info = group.info();
    boolean staged = info.clang();
    int chunk = info.isCpu() ? staged ? STAGED_CHUNK : CHUNK : 1;
    int column = staged ? COLUMN : 1;
    int count = group.pieces().size();
    List<Integer> starts = new ArrayList<>();
    long most = 0;
    long sum = 0;
    for (int first = 0; first < count; first += column) {
      starts.add(first);
      List<Piece> parts = group.pieces().subList(first, Math.min(count, first + column));
      long words = parts.stream().mapToLong(part -> words(group, part)).sum();
      most = Math.max(most, words);
      sum += words;
    }
    // A work-item of such chunks must not take many steps, see DeviceInfo.
    long tiled = chunk == CHUNK ? most : Math.min(most, MOST_SKEW * sum / starts.size());
    starts.add(count);
    long tile = staged ? TILE : (long) info.groupSize() * chunk;
    long tiles = Math.ceilDiv(tiled, tile);
    List<Piece> pieces = new ArrayList<>();
    for (Piece part : group.pieces()) {
      long share = Math.ceilDiv(Math.ceilDiv(words(group, part), tiles), LINE) * LINE;
      pieces.add(new Piece(part.slice(), part.output(), part.from(), part.to(), part.run(), share));
    }
    return new KernelCall("split_bits", group)
        .grouped()
        .define("CHUNK", chunk)
        .flag("STREAMING", staged)
        .over(
            new Columns(pieces, starts),
            Math.ceilDiv(group.rows(), tiles),
            tiles,
            Math.max(1, tile / tiled));
  }

  /// The words of a part, of one index of the levels, from the last multiple of 64 bytes before its
  /// address on.
  private static long words(StridedCopy group, Piece part) {
    long lead =
        group.levels().isEmpty()
            ? part.to() % Placement.ALIGNMENT + TileKernel.LINE - Placement.ALIGNMENT
            : TileKernel.LINE;
    return Math.ceilDiv(group.partBytes(group.rows() * part.run()) + lead, Long.BYTES);
  }
}
