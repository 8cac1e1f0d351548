package io.cleave.opencl.route;

/// Run of a part, which is the part's share of each row, or a segment of a run. Lengths count what
/// its [Geometry] counts.
///
/// @param part the index of the part in the plan
/// @param output the number of the buffer or of the address that the part is written to
/// @param from where the piece begins within each row
/// @param to the byte of the output where its first row goes
/// @param run the length of the run: the distance of rows in the output
/// @param width the length of the piece
record Piece(int part, int output, long from, long to, long run, long width) {}
