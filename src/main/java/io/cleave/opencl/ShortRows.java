package io.cleave.opencl;

import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/// The geometry that `split_short_rows` is compiled for.
///
/// @param group the parts
/// @param equal whether they are many, of equal length and next to each other, so that a loop takes
///   the place of lists
/// @param rows of a tile
/// @param column the parts that a work-group takes: all, or some of the equal ones
record ShortRows(OutputGroup group, boolean equal, long rows, int column) {
  /// Bytes of a tile: fewer flush too often, more leave the first-level cache (PoCL 3.1, 2 cores:
  /// f32 [n, 16] into 1, 2, 5, 8 at 0.9 of a streaming copy with 8 KiB, 0.55 with 64 KiB).
  private static final long TILE = 8192;

  /// More parts than this are not written out one by one: the code grows with them.
  private static final int MOST_LISTED = 32;

  /// Fewer equal parts than this are better written out.
  private static final int FEWEST_EQUAL = 9;

  /// What a work-group may keep on its stack, where that is a thread's.
  private static final long STACK = 262_144;

  /// The same where nothing is known of the device's stacks.
  private static final long SMALL_STACK = 24_576;

  static ShortRows of(OutputGroup group) {
    List<Stretch> parts = group.parts();
    long unit = group.rowsTo(TileShape.LINE);
    if (parts.size() >= FEWEST_EQUAL && areEqual(parts)) {
      long fitting = TILE / unit / parts.getFirst().run();
      return new ShortRows(group, true, unit, Math.clamp(fitting, 1, parts.size()));
    }
    Stretch last = parts.getLast();
    long span = last.from() + last.run() - parts.getFirst().from();
    return new ShortRows(group, false, Math.max(unit, TILE / span / unit * unit), parts.size());
  }

  private static boolean areEqual(List<Stretch> parts) {
    long run = parts.getFirst().run();
    long from = parts.getFirst().from();
    for (Stretch part : parts) {
      if (part.run() != run || part.from() != from) {
        return false;
      }
      from += run;
    }
    return true;
  }

  /// Why a group cannot be compiled for, if so.
  Optional<String> refusal() {
    Job job = group.job();
    if (!equal && column > MOST_LISTED) {
      return Optional.of(
          "at most %s parts of different lengths are compiled for, not %s"
              .formatted(MOST_LISTED, column));
    }
    long stack = job.quirks().clangForCpu() ? STACK : SMALL_STACK;
    long width = equal ? column * group.longest() : job.pitch();
    // The kernel multiplies rows and pitch as ints.
    if (width > stack / rows || job.pitch() > Integer.MAX_VALUE / rows) {
      return Optional.of(
          "rows of %s are too long: %s of them must fit a stack of %s"
              .formatted(Bytes.text(job.pitch()), rows, Bytes.text(stack)));
    }
    return Optional.empty();
  }

  /// Sets what the kernel is compiled with.
  void define(KernelCall call) {
    call.define("PITCH", group.job().pitch()).define("ROWS", rows).define("PARTS", column);
    if (equal) {
      call.define("RUN", group.longest());
    } else {
      call.define("OFFSETS", list(Stretch::from)).define("RUNS", list(Stretch::run));
    }
  }

  private String list(ToLongFunction<Stretch> length) {
    return group.parts().stream()
        .map(part -> Long.toString(length.applyAsLong(part)))
        .collect(Collectors.joining(","));
  }

  /// The columns of a row.
  long columns() {
    return Math.ceilDiv(group.parts().size(), column);
  }
}
