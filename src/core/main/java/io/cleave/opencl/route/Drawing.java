package io.cleave.opencl.route;

import java.util.stream.Collectors;
import java.util.stream.LongStream;

/// How `split_lines` draws the lines of one part together.
///
/// @param offset where the part begins in a row, counted from the first part
/// @param run its bytes in a row
/// @param span whether data is loaded as it lies, rather than run by run
/// @param words the loads for each piece
/// @param at the byte of the row from which is loaded: where the part begins, or before it, so that
///   parts share what they load
record Drawing(long offset, long run, boolean span, int words, long at) {
  /// What is loaded at once.
  private static final int PIECE = 16;

  /// The way that takes the fewer loads.
  static Drawing of(long offset, long run, long pitch) {
    long fragments = 0;
    long span = 0;
    for (long piece = 0; piece < run * TileShape.LINE; piece += PIECE) {
      long rows = (piece + PIECE - 1) / run - piece / run;
      fragments = Math.max(fragments, rows + 1);
      span = Math.max(span, rows * (pitch - run) + PIECE);
    }
    long words = Math.ceilDiv(span, PIECE);
    boolean shared = Math.ceilDiv(offset + span, PIECE) == words;
    if (words > fragments || (words == fragments && !shared)) {
      return new Drawing(offset, run, false, Math.toIntExact(fragments), offset);
    }
    return new Drawing(offset, run, true, Math.toIntExact(words), shared ? 0 : offset);
  }

  /// How far behind the run that it is for a load may reach, at most.
  long reach() {
    return (long) words * PIECE;
  }

  /// `PART(0,0,12,2,0,0,F2(0)F2(1)F2(2))`
  ///
  /// @param n the number of the part
  /// @param period the rows whose lines are listed
  String text(int n, long period) {
    String line = (span ? "S" : "F") + Power.atLeast(words) + "(%d)";
    String begin = "PART(%d,%d,%d,%d,%d,%d,".formatted(n, offset, run, words, at, offset - at);
    return LongStream.range(0, period * run / TileShape.LINE)
        .mapToObj(line::formatted)
        .collect(Collectors.joining("", begin, ")"));
  }
}
