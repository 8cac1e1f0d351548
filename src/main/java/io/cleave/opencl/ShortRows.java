package io.cleave.opencl;

import java.util.ArrayList;
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

  /// Parts that are not all equal are compiled as this many groups at the most.
  private static final int MOST_CUT = 4;

  /// Fewer equal parts than this are better written out.
  private static final int FEWEST_EQUAL = 9;

  /// What a work-group may keep on its stack, where that is a thread's.
  private static final long STACK = 262_144;

  /// The same where nothing is known of the device's stacks.
  private static final long SMALL_STACK = 24_576;

  /// The geometries for all parts of a job. Many parts that are not all equal are cut where equal
  /// ones begin and end, if that makes few: each is compiled on its own.
  static List<ShortRows> of(Job job) {
    List<ShortRows> shapes = new ArrayList<>();
    for (OutputGroup group : OutputGroup.of(job)) {
      ShortRows whole = of(group);
      List<ShortRows> cut = whole.isTooLong() ? cut(group) : List.of(whole);
      shapes.addAll(cut.size() <= MOST_CUT ? cut : List.of(whole));
    }
    return shapes;
  }

  private static List<ShortRows> cut(OutputGroup group) {
    List<Stretch> parts = group.parts();
    List<ShortRows> shapes = new ArrayList<>();
    int first = 0;
    for (int at = 0; at < parts.size(); ) {
      int behind = behindEqual(parts, at);
      boolean many = behind - at >= FEWEST_EQUAL;
      if (many && first < at) {
        shapes.add(of(group.part(first, at)));
      }
      if (many) {
        shapes.add(of(group.part(at, behind)));
        first = behind;
      }
      at = behind;
    }
    if (first < parts.size()) {
      shapes.add(of(group.part(first, parts.size())));
    }
    return shapes;
  }

  private static int behindEqual(List<Stretch> parts, int at) {
    int behind = at + 1;
    while (behind < parts.size() && follows(parts.get(behind - 1), parts.get(behind))) {
      behind++;
    }
    return behind;
  }

  private static boolean follows(Stretch one, Stretch next) {
    return next.run() == one.run() && next.from() == one.from() + one.run();
  }

  static ShortRows of(OutputGroup group) {
    List<Stretch> parts = group.parts();
    long unit = group.rowsTo(TileShape.LINE);
    if (parts.size() >= FEWEST_EQUAL && behindEqual(parts, 0) == parts.size()) {
      long fitting = TILE / unit / parts.getFirst().run();
      return new ShortRows(group, true, unit, Math.clamp(fitting, 1, parts.size()));
    }
    ShortRows shape = new ShortRows(group, false, unit, parts.size());
    return new ShortRows(
        group, false, Math.max(unit, TILE / shape.span() / unit * unit), parts.size());
  }

  private boolean isTooLong() {
    return !equal && column > MOST_LISTED;
  }

  /// Why a group cannot be compiled for, if so.
  Optional<String> refusal() {
    Job job = group.job();
    if (isTooLong()) {
      return Optional.of(
          "at most %s parts of different lengths are compiled for, not %s"
              .formatted(MOST_LISTED, column));
    }
    long stack = job.quirks().clangForCpu() ? STACK : SMALL_STACK;
    long width = equal ? column * group.longest() : span();
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
      long start = group.parts().getFirst().from();
      call.define("OFFSETS", list(part -> part.from() - start)).define("RUNS", list(Stretch::run));
      if (span() != group.job().pitch()) {
        call.define("SPAN", span());
      }
    }
  }

  /// From where the first part begins to where the last one ends.
  private long span() {
    Stretch last = group.parts().getLast();
    return last.from() + last.run() - group.parts().getFirst().from();
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
