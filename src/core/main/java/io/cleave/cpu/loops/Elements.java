package io.cleave.cpu.loops;

import java.lang.foreign.MemorySegment;

/// The runs of some rows of one part, to be converted. Offsets, runs and counts are in elements.
///
/// @param by the formula of the part
/// @param from the index of the first run's first element in the data
/// @param to its index in the part; all runs follow each other closely there
/// @param run the elements of a run
/// @param rows 1 or more
public record Elements(
    Formula by, MemorySegment data, long from, MemorySegment part, long to, int run, int rows) {}
