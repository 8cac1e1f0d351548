package io.cleave.cpu.loops;

/// What one part takes of every row. All in bytes.
///
/// @param pitch from one row to the next
/// @param offset where the run begins within a row
/// @param run how long it is, 1 or more
public record Strip(long pitch, long offset, long run) {}
