package io.cleave.cpu.loops;

/// The runs of one part: strided ranges of bytes, one of every row.
///
/// @param part the index of the part
/// @param pitch from one row to the next
/// @param offset where the run begins within a row
/// @param run how long it is, 1 or more
public record Runs(int part, long pitch, long offset, long run) {}
