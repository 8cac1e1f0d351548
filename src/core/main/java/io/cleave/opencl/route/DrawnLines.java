package io.cleave.opencl.route;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Short runs, drawn together to whole lines in registers: `split_lines`.
///
/// @param repeats whether one part stands for all
/// @param column the parts that a work-group takes
/// @param rows of a tile
record DrawnLines(OutputGroup group, boolean repeats, int column, long rows)
    implements CompiledShape {
  private static final long LINE = TileShape.LINE;

  /// Bytes of a tile: it stays in the first cache (PoCL 3.1, 2 cores, Sapphire Rapids, 32 MiB,
  /// parts of 5, 9 and 10 bytes: 0.79 to 0.88 of a copy with 1 to 16 KiB, 0.76 with 32; of 1 and 4:
  /// 0.75 to 0.87 with 1 to 8 KiB, 0.60 with 16).
  private static final long TILE = 8192;

  /// Lines that are written out: each takes 9 ms to compile (PoCL 3.1, Sapphire Rapids: 127 in 1.3
  /// s, 401 in 2.9 s; these are 0.92 of a copy, 0.60 in tiles).
  private static final long MOST_LINES = 256;

  /// The kernel counts the bytes of 64 rows as an int.
  private static final long LONGEST_PITCH = Integer.MAX_VALUE / 128;

  /// Whether these parts are few lines.
  ///
  /// @param equal whether the parts are equal and next to each other
  static boolean suits(OutputGroup group, boolean equal) {
    return group.longest() < LONG_RUN
        && group.job().pitch() <= LONGEST_PITCH
        && of(group, equal).lines().orElseThrow() <= MOST_LINES;
  }

  static DrawnLines of(OutputGroup group, boolean equal) {
    int parts = group.parts().size();
    boolean repeats = repeats(group, equal);
    long unit = group.rowsTo(LINE);
    int column = repeats ? Math.clamp(TILE / unit / group.longest(), 1, parts) : parts;
    long width = repeats ? column * group.longest() : group.sum();
    return new DrawnLines(group, repeats, column, CompiledShape.rows(group, TILE, width));
  }

  private static boolean repeats(OutputGroup group, boolean equal) {
    return equal && group.parts().size() >= FEWEST_EQUAL;
  }

  @Override
  public String kernel() {
    return "split_lines";
  }

  @Override
  public long columns() {
    return Math.ceilDiv(group.parts().size(), column);
  }

  @Override
  public OptionalLong lines() {
    return OptionalLong.of(period() * (repeats ? group.longest() : group.sum()) / LINE);
  }

  @Override
  public Optional<String> refusal() {
    return Optional.empty();
  }

  @Override
  public void define(KernelCall call) {
    List<Drawing> drawings = drawings();
    call.flag("REPEATS", repeats)
        .define("PERIOD", period())
        .define("WIDTH", repeats ? group.longest() : group.span())
        .define("SLACK", drawings.stream().mapToLong(Drawing::reach).max().orElseThrow())
        .define(
            "PARTS",
            IntStream.range(0, drawings.size())
                .mapToObj(n -> drawings.get(n).text(n, period()))
                .collect(Collectors.joining()));
  }

  @Override
  public void pass(KernelCall call, Job job) {
    call.count(group.parts().size()).count(column).numbers(job.dataAt(), job.dataEnd(), job.rows());
  }

  /// The rows after which lines repeat.
  private long period() {
    return group.rowsTo(LINE);
  }

  private List<Drawing> drawings() {
    long start = group.parts().getFirst().from();
    return group.parts().stream()
        .limit(repeats ? 1 : group.parts().size())
        .map(part -> Drawing.of(part.from() - start, part.run(), group.job().pitch()))
        .toList();
  }
}
