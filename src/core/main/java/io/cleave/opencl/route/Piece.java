package io.cleave.opencl.route;

/// Run of a part or slice, which is its share of each row, or a segment of a run. Lengths count
/// what its [StridedCopy] counts.
///
/// @param slice the index of the slice in the plan: of the part, unless they are stacked
/// @param output the index of the part that is written, or in a group the number of its buffer or
///   address
/// @param from where the piece begins within each row
/// @param to the byte of the output where its first row goes
/// @param run the length of the run: the distance of rows in the output
/// @param width the length of the piece
record Piece(int slice, int output, long from, long to, long run, long width) {
  /// The same in units that are smaller by a factor.
  Piece times(int factor) {
    return new Piece(slice, output, from * factor, to, run * factor, width * factor);
  }

  /// Copy that is written to another output.
  Piece to(int other) {
    return new Piece(slice, other, from, to, run, width);
  }
}
