package io.cleave.opencl.route;

import io.cleave.opencl.route.Table.Piece;
import io.cleave.plan.BitOrder;
import java.util.ArrayList;
import java.util.List;

/// `split_bits`: all parts in one launch, each put together word by word from as many runs as it
/// takes. Fits everything, bytes too.
///
/// @param why what a launch's reason begins with
record BitRoute(String why) implements RoutePlanner {
  /// Words that a thread makes, where it makes them in a stage and leaves them as whole lines (PoCL
  /// 3.1, 2 cores).
  private static final int STAGED_CHUNK = 1024;

  private static final int CHUNK = 256;

  /// Rows that are fetched ahead (PoCL 3.1, 2 cores, u4 [16384, 8190] into 6: 0.3 of a streaming
  /// copy without, 0.4 with 4).
  private static final int FETCH = 4;

  BitRoute() {
    this("words of 64 bits put together from runs");
  }

  @Override
  public List<Launch> launches(Job job) {
    return launches(job, OutputGroup.of(job.inBits()));
  }

  /// A launch for each group, whose job counts bits.
  List<Launch> launches(Job job, List<OutputGroup> groups) {
    List<Launch> launches = new ArrayList<>(groups.size());
    groups.forEach(group -> launches.add(launch(group)));
    return launches;
  }

  private Launch launch(OutputGroup parts) {
    Job job = parts.job();
    boolean clang = job.facts().clang();
    int group = job.isOnCpu() ? 1 : job.group();
    int chunk = job.isOnCpu() ? clang ? STAGED_CHUNK : CHUNK : 1;
    BitTiles tiles = new BitTiles(parts, (long) group * chunk);
    KernelCall call =
        new KernelCall("split_bits")
            .flag("MSB_FIRST", job.order() == BitOrder.MOST_SIGNIFICANT_FIRST)
            .define("GROUP", group)
            .define("CHUNK", chunk)
            .flag("STREAMING", clang)
            .define("FETCH", clang ? FETCH : 0)
            .flag("UNALIGNED", clang)
            .data()
            .outputs(parts)
            .table(Table.ofPieces(bitParts(parts)))
            .table(tiles.table())
            .numbers(job.dataAt(), job.dataEnd(), job.pitch(), job.rows());
    return call.over(Grid.ofGroups(tiles.count(), 1, group), why + parts.reason());
  }

  private static List<Piece> bitParts(OutputGroup group) {
    List<Stretch> parts = group.parts();
    List<Piece> pieces = new ArrayList<>(parts.size());
    for (int n = 0; n < parts.size(); n++) {
      Stretch part = parts.get(n);
      pieces.add(new Piece(part.from(), part.to(), part.run(), 0, group.output(n)));
    }
    return pieces;
  }
}
