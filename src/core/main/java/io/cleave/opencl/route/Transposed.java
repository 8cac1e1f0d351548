package io.cleave.opencl.route;

import java.util.Optional;
import java.util.OptionalLong;

/// Equal runs of 1, 2, 4 or 8 bytes: `split_columns`.
///
/// @param column the parts that a work-group takes
record Transposed(OutputGroup group, long rows, int column) implements CompiledShape {
  /// The bytes of a row that a block takes.
  private static final int QUARTER = 16;

  /// With fewer bytes of a row most of a block is empty (PoCL 3.1, 2 cores, Sapphire Rapids, 32
  /// MiB: five runs of 1 0.64 of a copy, 0.71 as lines; eight of them 0.77 and 0.46, five runs of 4
  /// 0.87 and 0.79).
  private static final int LEAST = 8;

  /// So few in a row are better drawn together from the same words, as lines (the same machine:
  /// three and four runs of 1 0.45 and 0.63 of a copy, 0.90 and 0.97 as lines; four of 4 0.93,
  /// 0.97).
  private static final int FEW = 4;

  private static final long ROWS = 64;

  /// Bytes of a tile: it stays in the first cache.
  private static final long TILE = 16_384;

  /// Whether equal parts next to each other are fit to be transposed.
  static boolean suits(OutputGroup group) {
    long run = group.longest();
    return run <= 8
        && Long.bitCount(run) == 1
        && run * group.parts().size() >= LEAST
        && group.job().pitch() > FEW * run;
  }

  static Transposed of(OutputGroup group) {
    int parts = group.parts().size();
    long run = group.longest();
    int side = (int) (QUARTER / run);
    int column = (int) Math.min(parts, TILE / ROWS / run / side * side);
    long rows = Math.max(ROWS, TILE / (column * run) / ROWS * ROWS);
    return new Transposed(group, rows, column);
  }

  @Override
  public String kernel() {
    return "split_columns";
  }

  @Override
  public long columns() {
    return Math.ceilDiv(group.parts().size(), column);
  }

  @Override
  public OptionalLong lines() {
    return OptionalLong.of(QUARTER / group.longest());
  }

  @Override
  public Optional<String> refusal() {
    return Optional.empty();
  }

  @Override
  public void define(KernelCall call) {
    call.define("RUN", group.longest());
  }

  @Override
  public void pass(KernelCall call, Job job) {
    call.count(group.parts().size()).count(column).numbers(job.dataAt(), job.dataEnd(), job.rows());
  }
}
