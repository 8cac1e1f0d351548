package io.cleave.opencl.route;

import java.util.Optional;
import java.util.OptionalLong;

/// Runs of any length: `split_runs`, each part of a column written out.
///
/// @param column the parts of a column: all, or some of many equal ones
/// @param rows of a tile
/// @param streaming whether runs are gathered in a stage
record ListedRuns(OutputGroup group, int column, long rows, boolean streaming)
    implements CompiledShape {
  /// Bytes of a tile (PoCL 3.1 and Intel's, 2 cores, Zen 5, 32 MiB: from 4 KiB to 32 KiB they come
  /// out even).
  private static final long TILE = 8192;

  /// The same where it is gathered in a stage: both stay in the first cache (the same machine, rows
  /// of 64 to 640 bytes: 0.66 to 0.84 of a copy with 4 KiB, 0.59 to 0.70 with 16 KiB).
  private static final long STAGED_TILE = 4096;

  /// What a stage may have, and a tile of long rows of odd runs: fewer rows share lines instead.
  private static final long MOST_STAGED = 32_768;

  /// More parts than this are not written out one by one: the code grows with them, and so does the
  /// time to compile it (42 parts of 4 to 30 bytes: 1.8 s with PoCL 3.1, 0.4 s with Intel's, for
  /// 0.52 and 0.61 of a copy instead of 0.20).
  private static final int MOST = 48;

  /// Of more that are equal, a column has this many at the most (1000 of 12 bytes: with 24 a half
  /// more than with 8).
  private static final int MOST_OF_COLUMN = 32;

  /// The steps of a work-item where it must not take many, see [DeviceInfo].
  private static final long FEW_STEPS = 24_576;

  /// @param equal whether the parts are equal and next to each other
  static ListedRuns of(OutputGroup group, boolean equal, boolean streaming) {
    int parts = group.parts().size();
    int column =
        equal && parts > MOST ? Math.ceilDiv(parts, Math.ceilDiv(parts, MOST_OF_COLUMN)) : parts;
    long span = group.part(0, column).span();
    long rows = CompiledShape.rows(group, streaming ? STAGED_TILE : TILE, span);
    while (rows > 1 && rows > MOST_STAGED / span) {
      rows /= 2;
    }
    return new ListedRuns(group, column, rows, streaming);
  }

  @Override
  public String kernel() {
    return "split_runs";
  }

  @Override
  public long columns() {
    return Math.ceilDiv(group.parts().size(), column);
  }

  @Override
  public OptionalLong lines() {
    return OptionalLong.empty();
  }

  @Override
  public Optional<String> refusal() {
    if (column > MOST) {
      return Optional.of(
          "at most %s parts of different lengths are compiled for, not %s".formatted(MOST, column));
    }
    if (group.shortest() >= LONG_RUN) {
      return Optional.of(
          "runs of %s and more gain nothing by being compiled for".formatted(Bytes.text(LONG_RUN)));
    }
    long span = group.part(0, column).span();
    boolean steps = !group.job().facts().clang() && span > FEW_STEPS / rows;
    if (steps || (streaming && span > MOST_STAGED) || group.longest() > Integer.MAX_VALUE / 2) {
      return Optional.of("rows of %s are too long to be compiled for".formatted(Bytes.text(span)));
    }
    return Optional.empty();
  }

  @Override
  public void define(KernelCall call) {
    OutputGroup first = group.part(0, column);
    call.define("PARTS", CompiledShape.list(first, first.parts().getFirst().from()))
        .define("COLUMN", column)
        .flag("RAGGED", group.parts().size() % column != 0);
    if (streaming) {
      call.define("STAGE", rows * group.part(0, column).span());
    }
  }

  @Override
  public void pass(KernelCall call, Job job) {
    call.count(group.parts().size()).numbers(job.dataAt(), job.rows());
  }
}
