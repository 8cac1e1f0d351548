package io.cleave.opencl.route;

import java.util.stream.Collectors;
import java.util.stream.LongStream;

/// Loads from which `split_lines` draws the lines of one part together.
///
/// @param offset where the part begins in a row, counted from the first part
/// @param run its bytes in a row
/// @param span whether data is loaded as it lies, rather than run by run
/// @param words the loads for each piece of 16 bytes
/// @param at the byte of the row from which is loaded: where the part begins, or before it, so that
///   parts share what they load
record LineDrawing(long offset, long run, boolean span, int words, long at) {
  private static final int PIECE = 16;

  /// The way that takes the fewer loads.
  static LineDrawing of(long offset, long run, long pitch) {
    long fragments = 0;
    long span = 0;
    for (long piece = 0; piece < run * TileKernel.LINE; piece += PIECE) {
      long rows = (piece + PIECE - 1) / run - piece / run;
      fragments = Math.max(fragments, rows + 1);
      span = Math.max(span, rows * (pitch - run) + PIECE);
    }
    long words = Math.ceilDiv(span, PIECE);
    boolean shared = Math.ceilDiv(offset + span, PIECE) == words;
    if (words > fragments || (words == fragments && !shared)) {
      return new LineDrawing(offset, run, false, Math.toIntExact(fragments), offset);
    }
    return new LineDrawing(offset, run, true, Math.toIntExact(words), shared ? 0 : offset);
  }

  /// The bytes by which a load may exceed the run that it is for, at most.
  long slack() {
    return (long) words * PIECE;
  }

  /// The part as a macro: `PART(0,0,12,2,0,0,F2(0)F2(1)F2(2))`.
  ///
  /// @param n the number of the part
  /// @param period the rows whose lines are listed
  String macro(int n, long period) {
    int depth = words == 1 ? 1 : Integer.highestOneBit(words - 1) * 2;
    String line = (span ? "S" : "F") + depth + "(%d)";
    String begin = "PART(%d,%d,%d,%d,%d,%d,".formatted(n, offset, run, words, at, offset - at);
    return LongStream.range(0, period * run / TileKernel.LINE)
        .mapToObj(line::formatted)
        .collect(Collectors.joining("", begin, ")"));
  }
}
