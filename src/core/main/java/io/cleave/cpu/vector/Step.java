package io.cleave.cpu.vector;

import io.cleave.cpu.loops.Runs;

/// The work of one step of [VectorLoops].
final class Step {
  final Windows windows;

  /// The runs of the first part.
  final Runs runs;

  /// Where the first run of each part goes.
  final long[] begins;

  Step(Windows windows, Runs runs, long[] begins) {
    this.windows = windows;
    this.runs = runs;
    this.begins = begins;
  }
}
