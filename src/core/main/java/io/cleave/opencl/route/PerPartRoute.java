package io.cleave.opencl.route;

import java.util.ArrayList;
import java.util.List;

/// One launch of `copy_rows` for each part; of `split_bits` where a part begins or ends within a
/// byte.
final class PerPartRoute implements RoutePlanner {
  /// Words of 16 bytes with odd heads and tails pay from these many bytes on: below, the heads and
  /// tails are most of it.
  private static final long RAGGED_RUN_CPU = 128;

  private static final long RAGGED_RUN_GPU = 256;

  /// Stores that bypass the caches pay where they fill lines (PoCL 3.1, 2 cores: runs of 16 KiB at
  /// 0.5 to 0.8 of a plain copy with ordinary stores and 0.65 to 1.0 with these, runs of 4 to 32
  /// bytes at 0.46 and 0.08).
  private static final long STREAMED_RUN = 64;

  private final BitRoute bits = new BitRoute();

  @Override
  public List<Launch> launches(Job job) {
    if (job.countsBits()) {
      return bits.launches(job, OutputGroup.ofEach(job));
    }
    List<Launch> launches = new ArrayList<>(job.parts().size());
    for (int i = 0; i < job.parts().size(); i++) {
      addLaunches(job, i, launches);
    }
    return launches;
  }

  private static void addLaunches(Job job, int i, List<Launch> launches) {
    if (job.isContiguous(job.parts().get(i))) {
      launches.add(launch(job, RowCopy.ofOneRow(job, job.parts().get(i)), ""));
      return;
    }
    for (RowTiles.Band band : RowCopy.of(job, job.parts().get(i)).tiles().bands(job.facts())) {
      Job some = job.rows(band.first(), band.count());
      launches.add(launch(some, RowCopy.of(some, some.parts().get(i)), band.reason()));
    }
  }

  private static Launch launch(Job job, RowCopy copy, String where) {
    int group = job.isOnCpu() ? 1 : job.group();
    boolean clang = job.facts().clang();
    boolean ragged =
        copy.word() < 16 && copy.run() >= (group == 1 ? RAGGED_RUN_CPU : RAGGED_RUN_GPU);
    long stored = ragged ? 16 : copy.word();
    KernelCall call =
        new KernelCall("copy_rows")
            .define("WORD", ragged ? Math.min(copy.word(), 4) : copy.word())
            .flag("RAGGED", ragged)
            .define("GROUP", group)
            .define("LANES", Math.min(group, Power.atLeast(Math.ceilDiv(copy.run(), stored))))
            .flag("UNALIGNED", clang && ragged)
            .flag("STREAMING", clang && stored == 16 && copy.run() >= STREAMED_RUN)
            .data()
            .output(copy.part())
            .numbers(copy.at(), copy.pitch(), copy.part().to(), copy.run(), copy.rows())
            .numbers(copy.tiles().height(), copy.segment());
    Grid grid = Grid.ofGroups(copy.segments(), copy.tiles().count(), group);
    return call.over(grid, copy.reason(ragged) + where);
  }

  /// A part as the kernel sees it.
  private record RowCopy(Stretch part, long at, long pitch, long run, long rows, long tile) {
    static RowCopy of(Job job, Stretch part) {
      long at = job.dataAt() + part.from();
      return new RowCopy(part, at, job.pitch(), part.run(), job.rows(), TileShape.mostBytes(job));
    }

    /// A part that is one piece of the data: a single long row.
    static RowCopy ofOneRow(Job job, Stretch part) {
      long at = job.dataAt() + part.from();
      long bytes = job.bytes(part);
      return new RowCopy(part, at, bytes, bytes, 1, TileShape.mostBytes(job));
    }

    long segment() {
      return Math.min(run, tile);
    }

    long segments() {
      return Math.ceilDiv(run, segment());
    }

    RowTiles tiles() {
      return new RowTiles(rows, Math.max(1, tile / segment()));
    }

    /// The widest word, 16 bytes at most, that divides all that it must.
    long word() {
      return Power.dividing(at | part.to() | run | (rows == 1 ? 0 : pitch) | 16);
    }

    String reason(boolean ragged) {
      String words = ragged ? "16-byte words with odd ends" : word() + "-byte words";
      return "runs of %s, %s".formatted(Bytes.text(run), words);
    }
  }
}
