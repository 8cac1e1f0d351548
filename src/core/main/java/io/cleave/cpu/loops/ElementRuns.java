package io.cleave.cpu.loops;

import java.lang.foreign.MemorySegment;

/// The runs of one part, of elements that are converted. Positions in the data are in bits, all
/// else is in elements.
///
/// @param by the formula of the part
/// @param from where the first run begins in the data
/// @param pitch from one run to the next
/// @param to where the first run goes in the part
/// @param distance from one run to the next in the part
/// @param run the elements of a run
/// @param rows the number of runs
/// @param column the element of a row where a column begins, of which each run takes those of
///   successive rows; -1 if the elements of a run are consecutive
public record ElementRuns(
    Formula by,
    MemorySegment data,
    long from,
    long pitch,
    MemorySegment part,
    long to,
    long distance,
    int run,
    int rows,
    int column) {
  /// The position in the part of an element, counted over all runs.
  long place(int element) {
    return rows == 1 ? to + element : to + element / run * distance + element % run;
  }

  /// One of several runs.
  ElementRuns only(int row) {
    return new ElementRuns(
        by, data, from + row * pitch, 0, part, to + row * distance, 0, run, 1, column);
  }

  /// True if the runs follow each other in the data.
  boolean areConsecutive() {
    return rows == 1 || pitch == (long) run * by.source().bits();
  }
}
