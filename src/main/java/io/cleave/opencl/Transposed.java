package io.cleave.opencl;

import java.util.Optional;

/// Equal runs of 1, 2, 4 or 8 bytes: `split_columns`.
///
/// @param column the parts that a work-group takes
record Transposed(OutputGroup group, long rows, int column) implements CompiledShape {
  /// The bytes of a row that a block takes.
  private static final int QUARTER = 16;

  /// With fewer bytes of a row most of a block is empty (PoCL 3.1 and Intel's, 2 cores, Zen 5, 32
  /// MiB, three runs of 1: 0.56 to 0.59 of a copy, 0.61 to 0.67 by windows).
  private static final int LEAST = 12;

  /// The same where stores bypass the caches, since those need no stage (0.71 to 0.81, 0.55 to
  /// 0.63; two runs of 1: 0.53, 0.66).
  private static final int LEAST_STREAMED = 3;

  private static final long ROWS = 64;

  /// Bytes of a tile: it stays in the first cache.
  private static final long TILE = 16_384;

  /// Whether equal parts next to each other are fit to be transposed.
  static boolean suits(OutputGroup group, boolean streaming) {
    long run = group.longest();
    return run <= 8
        && Long.bitCount(run) == 1
        && run * group.parts().size() >= (streaming ? LEAST_STREAMED : LEAST);
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
