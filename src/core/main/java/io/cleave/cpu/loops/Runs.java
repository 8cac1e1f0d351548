package io.cleave.cpu.loops;

/// The runs of one part, in bytes: one of every row of every index of a level.
///
/// @param part the index of the part
/// @param pitch from one row to the next in the data
/// @param offset where the run begins within a row
/// @param run how long it is, 1 or more
/// @param begin where the first run goes in the part
/// @param distance from the run of a row to that of the next in the part
/// @param stride from one index to the next in the data
/// @param partStride from one index to the next in the part
public record Runs(
    int part,
    long pitch,
    long offset,
    long run,
    long begin,
    long distance,
    long stride,
    long partStride) {
  /// True if the runs of successive rows follow each other in the part.
  boolean areDense() {
    return distance == run;
  }

  /// True if the runs of successive indices, of so many rows each, do so as well.
  public boolean areDense(int rows) {
    return distance == run && partStride == rows * run;
  }

  /// True if the runs of successive rows follow each other in the part and in the data.
  public boolean areRows() {
    return run == pitch && distance == run;
  }

  /// The runs of another column, derived from those of the first one.
  public Runs column(int index, long itsBegin) {
    return new Runs(index, pitch, index * run, run, itsBegin, distance, stride, partStride);
  }
}
