package io.cleave.opencl.route;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// What a kernel is compiled for: the geometry of some parts, and the tile that suits it.
///
/// A tile's rows make whole lines of each part, so that tiles share no line of an output.
public sealed interface CompiledShape permits Transposed, DrawnLines, ListedRuns {
  /// A run from which nothing is gained by knowing it beforehand, and nothing gathered (PoCL 3.1, 2
  /// cores: parts of 324, 3240 and 9720 bytes, 0.70 of a streaming copy where runs are gathered up
  /// to 8192 bytes, 0.83 with 2048).
  long LONG_RUN = 2048;

  /// Parts that are not all equal are compiled as this many groups at the most.
  int MOST_CUT = 4;

  /// Fewer equal parts than this are not cut off from others.
  int FEWEST_EQUAL = 9;

  /// The parts.
  OutputGroup group();

  /// The file of the kernel.
  String kernel();

  /// The rows of a tile.
  long rows();

  /// The columns of a row, each a work-group's.
  long columns();

  /// The lines that are made in registers and written out one by one, which is what takes time to
  /// compile; none where runs are gathered in a stage.
  OptionalLong lines();

  /// Why a kernel cannot be compiled for it, as the end of a sentence.
  Optional<String> refusal();

  /// Sets what the kernel is compiled with besides pitch and rows.
  void define(KernelCall call);

  /// Adds the arguments behind the table of pieces.
  ///
  /// @param job the rows of one launch
  void pass(KernelCall call, Job job);

  /// The shapes for all parts of a job. Many parts that are not all equal are cut where equal ones
  /// begin and end, if that makes few: each is compiled on its own.
  static List<CompiledShape> of(Job job, boolean streaming) {
    List<CompiledShape> shapes = new ArrayList<>();
    for (OutputGroup group : OutputGroup.of(job)) {
      CompiledShape whole = of(group, streaming);
      boolean few = whole.refusal().isEmpty() || group.parts().size() < FEWEST_EQUAL;
      List<CompiledShape> cut = few ? List.of(whole) : cut(group, streaming);
      shapes.addAll(cut.size() <= MOST_CUT ? cut : List.of(whole));
    }
    return shapes;
  }

  private static List<CompiledShape> cut(OutputGroup group, boolean streaming) {
    List<Stretch> parts = group.parts();
    List<CompiledShape> shapes = new ArrayList<>();
    int first = 0;
    for (int at = 0; at < parts.size(); ) {
      int behind = behindEqual(parts, at);
      boolean many = behind - at >= FEWEST_EQUAL;
      if (many && first < at) {
        shapes.add(of(group.part(first, at), streaming));
      }
      if (many) {
        shapes.add(of(group.part(at, behind), streaming));
        first = behind;
      }
      at = behind;
    }
    if (first < parts.size()) {
      shapes.add(of(group.part(first, parts.size()), streaming));
    }
    return shapes;
  }

  private static CompiledShape of(OutputGroup group, boolean streaming) {
    boolean equal = behindEqual(group.parts(), 0) == group.parts().size();
    if (group.job().facts().clang()) {
      if (equal && Transposed.suits(group)) {
        return Transposed.of(group);
      }
      if (DrawnLines.suits(group, equal)) {
        return DrawnLines.of(group, equal);
      }
    }
    return ListedRuns.of(group, equal, streaming);
  }

  /// The first part behind those from `at` on that are equal and next to each other.
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

  /// As many rows as make so many bytes, and whole lines of every part.
  static long rows(OutputGroup group, long bytes, long width) {
    long unit = group.rowsTo(TileShape.LINE);
    return Math.max(unit, bytes / width / unit * unit);
  }

  /// `PART(0,0,3)PART(1,3,7)`: the number, offset and run of each part.
  ///
  /// @param start where in the row offsets begin
  static String list(OutputGroup group, long start) {
    List<Stretch> parts = group.parts();
    return IntStream.range(0, parts.size())
        .mapToObj(
            n -> {
              Stretch part = parts.get(n);
              return "PART(%d,%d,%d)".formatted(n, part.from() - start, part.run());
            })
        .collect(Collectors.joining());
  }
}
