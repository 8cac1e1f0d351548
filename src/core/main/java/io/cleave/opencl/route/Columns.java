package io.cleave.opencl.route;

import io.cleave.opencl.route.Table.Piece;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The columns of a row, one for each work-group of a tile, and the pieces in each: the runs of the
/// parts, and segments of runs that are too long.
final class Columns {
  /// A table of pieces must stay below 2 GiB, at 32 bytes each.
  private static final int MOST_PIECES = 1 << 25;

  private final long column;
  private final long each;
  private final boolean gaps;
  private final List<Piece> pieces = new ArrayList<>();
  private final List<Integer> starts = new ArrayList<>();

  /// The length of the present column, and the place in the row where it began.
  private long filled;

  private long start;

  /// Cuts the parts of a group. Lengths are in units of the geometry.
  ///
  /// @param whole the longest run that is not cut
  /// @param segment the length of the segments of longer ones, at most `whole`
  /// @param column the length of a column; a longer piece is a column by itself
  /// @param each what each piece counts on top of its length
  /// @param gaps whether a column counts what lies between its pieces too
  /// @throws IllegalArgumentException if that makes too many pieces
  Columns(OutputGroup group, long whole, long segment, long column, long each, boolean gaps) {
    this.column = column;
    this.each = each;
    this.gaps = gaps;
    for (int n = 0; n < group.runs().size(); n++) {
      Run run = group.runs().get(n);
      if (pieces.size() + run.length() / segment > MOST_PIECES) {
        throw new IllegalArgumentException(
            "a table holds at most %s pieces, and rows this long need more; split them in two steps"
                .formatted(MOST_PIECES));
      }
      for (long at = 0; at < run.length(); ) {
        long rest = run.length() - at;
        long width = rest > whole ? segment : rest;
        place(run.from() + at, width);
        long to = run.to() + group.geometry().partBytes(at);
        int narrow = Math.toIntExact(width);
        pieces.add(new Piece(run.from() + at, to, run.length(), narrow, group.output(n)));
        at += width;
      }
    }
    starts.add(pieces.size());
  }

  private void place(long from, long width) {
    long occupied = gaps ? from + width - start : filled + width + each;
    if (starts.isEmpty() || occupied > column) {
      starts.add(pieces.size());
      start = from;
      filled = 0;
    }
    filled += width + each;
  }

  /// The number of columns of a row.
  int count() {
    return starts.size() - 1;
  }

  /// The table of all pieces, and that of the first piece of each column, with the number of pieces
  /// at its end.
  Table[] tables() {
    return new Table[] {
      Table.ofPieces(pieces), Table.ofInts(starts.stream().mapToInt(Integer::intValue).toArray())
    };
  }

  /// All pieces in order.
  List<Piece> pieces() {
    return pieces;
  }

  /// The pieces of each column.
  Stream<List<Piece>> stream() {
    return IntStream.range(0, count())
        .mapToObj(n -> pieces.subList(starts.get(n), starts.get(n + 1)));
  }
}
