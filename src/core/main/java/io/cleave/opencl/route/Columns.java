package io.cleave.opencl.route;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Columns of a row, one for each work-group of a tile, and the pieces in each: the runs of the
/// parts, and segments of runs that are too long.
///
/// @param pieces all pieces in order
/// @param starts the first piece of each column, and the number of pieces at the end
record Columns(List<Piece> pieces, List<Integer> starts) {
  /// A table of pieces must stay below 2 GiB, at 32 bytes each.
  private static final int MOST_PIECES = 1 << 25;

  /// Columns of whole runs.
  ///
  /// @param column the length of a column
  static Columns of(StridedCopy group, long column) {
    return of(group, Long.MAX_VALUE, Long.MAX_VALUE, column, 0, false);
  }

  /// Columns of the parts of a group. Lengths are in units of the copy.
  ///
  /// @param whole the longest run that is not cut
  /// @param segment the length of the segments of longer ones, at most `whole`
  /// @param column the length of a column; a longer piece is a column by itself
  /// @param each the length that each piece counts besides its run
  /// @param gaps true if a column counts the bytes or bits between its pieces too
  /// @throws IllegalArgumentException if that makes too many pieces
  static Columns of(
      StridedCopy group, long whole, long segment, long column, long each, boolean gaps) {
    List<Piece> pieces = new ArrayList<>();
    List<Integer> starts = new ArrayList<>();
    long start = 0;
    long sum = 0;
    for (Piece piece : group.pieces()) {
      if (pieces.size() + piece.width() / segment > MOST_PIECES) {
        throw new IllegalArgumentException(
            "a table holds at most %s pieces, and rows this long need more; split them in two steps"
                .formatted(MOST_PIECES));
      }
      for (long at = 0; at < piece.width(); ) {
        long rest = piece.width() - at;
        long width = rest > whole ? segment : rest;
        long from = piece.from() + at;
        long place = gaps ? from : sum;
        if (starts.isEmpty() || place + width + each - start > column) {
          starts.add(pieces.size());
          start = place;
        }
        long to = piece.to() + group.partBytes(at);
        pieces.add(new Piece(piece.slice(), piece.output(), from, to, piece.run(), width));
        sum += width + each;
        at += width;
      }
    }
    starts.add(pieces.size());
    return new Columns(pieces, starts);
  }

  /// The number of columns of a row.
  int count() {
    return starts.size() - 1;
  }

  /// The pieces of each column.
  Stream<List<Piece>> stream() {
    return IntStream.range(0, count())
        .mapToObj(n -> pieces.subList(starts.get(n), starts.get(n + 1)));
  }
}
