package io.cleave.opencl.route;

import io.cleave.opencl.route.Table.Piece;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The columns of a row that a fused kernel's work-groups take, and the pieces in each: the runs of
/// the parts, and segments of runs that are too long.
public final class Columns {
  /// A table of pieces must stay below 2 GiB, at 32 bytes each.
  private static final int MOST_PIECES = 1 << 25;

  /// How rows are cut into columns.
  ///
  /// @param whole what a run may have without being cut
  /// @param segment the length of the segments of longer ones, at most `whole`
  /// @param column what a column may have; a piece that has more is a column of its own
  /// @param each what each piece counts on top of its length
  /// @param gaps whether a column counts what lies between its pieces too
  public record Cut(long whole, long segment, long column, long each, boolean gaps) {
    private long next(long rest) {
      return rest > whole ? segment : rest;
    }
  }

  private final Cut cut;
  private final Scale scale;
  private final List<Piece> pieces = new ArrayList<>();
  private final List<Integer> starts = new ArrayList<>();

  /// How full the column under way is, and the place in the row where it began.
  private long filled;

  private long start;

  private Columns(Cut cut, Scale scale) {
    this.cut = cut;
    this.scale = scale;
  }

  /// Cuts the parts of a group.
  ///
  /// @throws IllegalArgumentException if that makes too many pieces
  public static Columns of(OutputGroup group, Cut cut) {
    Columns columns = new Columns(cut, group.job().scale());
    List<Stretch> parts = group.parts();
    for (int n = 0; n < parts.size(); n++) {
      columns.add(parts.get(n), group.output(n));
    }
    columns.starts.add(columns.pieces.size());
    return columns;
  }

  private void add(Stretch part, int output) {
    checkCount(part.run() / cut.segment());
    for (long at = 0; at < part.run(); ) {
      long width = cut.next(part.run() - at);
      place(part.from() + at, width);
      pieces.add(
          new Piece(
              part.from() + at,
              part.to() + scale.partBytes(at),
              part.run(),
              Math.toIntExact(width),
              output));
      at += width;
    }
  }

  private void place(long from, long width) {
    if (starts.isEmpty() || occupied(from, width) > cut.column()) {
      starts.add(pieces.size());
      start = from;
      filled = 0;
    }
    filled += width + cut.each();
  }

  private long occupied(long from, long width) {
    return cut.gaps() ? from + width - start : filled + width + cut.each();
  }

  private void checkCount(long more) {
    if (pieces.size() + more > MOST_PIECES) {
      throw new IllegalArgumentException(
          "a table holds at most %s pieces, and rows this long need more; split them in two steps"
              .formatted(MOST_PIECES));
    }
  }

  /// How many columns a row has.
  public int count() {
    return starts.size() - 1;
  }

  /// The table of all pieces.
  public Table pieces() {
    return Table.ofPieces(pieces);
  }

  /// The table of where each column begins among the pieces, and where the last one ends.
  public Table starts() {
    return Table.ofInts(starts);
  }

  /// The columns, each as its pieces.
  public Stream<List<Piece>> stream() {
    return IntStream.range(0, count())
        .mapToObj(column -> pieces.subList(starts.get(column), starts.get(column + 1)));
  }
}
