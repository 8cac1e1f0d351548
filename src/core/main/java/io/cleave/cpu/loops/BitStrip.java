package io.cleave.cpu.loops;

import io.cleave.plan.BitOrder;

/// What one part takes of every row. All in bits.
///
/// @param order how bits fill the bytes of memory
/// @param pitch from one row to the next
/// @param offset where the run begins within a row
/// @param run how long it is, 1 or more
/// @param rows all of them
public record BitStrip(BitOrder order, long pitch, long offset, long run, long rows) {}
