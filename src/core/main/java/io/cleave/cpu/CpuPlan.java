package io.cleave.cpu;

import io.cleave.cpu.loops.Kernels;
import io.cleave.cpu.loops.MemoryKinds;
import io.cleave.cpu.loops.Runs;
import io.cleave.plan.Geometry;
import io.cleave.plan.Geometry.Level;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import io.cleave.spi.RouteExplanation;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;

/// Execution plan of a split on the CPU, derived once from the split plan. The work is cut into
/// tasks that write no byte in common, so that threads share them without locks.
///
/// Its loops are those of the [Geometry]. If an index of the levels has a single row of short runs,
/// the innermost level takes the place of the rows, whose runs then lie apart in their part.
///
/// Immutable, and safe to publish through a data race.
abstract class CpuPlan {
  private static final long FEWEST_TASKS = 32;

  /// Half of a second-level cache.
  private static final long MOST_BYTES = 512 << 10;

  /// Small enough for two threads to share 128 KiB.
  private static final long LEAST_BYTES = 64 << 10;

  /// The fewest bytes of data and parts whose tasks threads take in ping-pong order, see
  /// [Workers#run]. Less stays in the caches in any order, and of more than [#MOST_PING_PONG]
  /// nothing useful is left there. See performance.md#constants.
  private static final long LEAST_PING_PONG = 3 << 20;

  private static final long MOST_PING_PONG = 32 << 20;

  /// The most elements of a row of short runs, and of one of them.
  private static final long SHORT_ROW = 4 << 10;

  private static final long SHORT_RUN = 256;

  private static final Level ONCE = new Level(1, 0, 0, 0);

  final SplitPlan plan;
  final Geometry geometry;

  /// The bytes of the elements of the data.
  final long bytes;

  final boolean isPingPong;

  /// The width of an element, in the unit of positions in the data. Runs and positions in parts are
  /// in elements.
  final int width;

  /// Where the first row begins.
  final long start;

  /// The loops, each with its strides in the data and in the parts.
  final Level rows;

  final Level level;
  final Level outer;

  /// The indices of both levels, and the rows of all.
  final long indices;

  final long allRows;

  /// True if the runs of successive rows lie apart in their part.
  final boolean isSpaced;

  /// End of the memory that whole rows may be read from; a row that would reach beyond it is split
  /// piece by piece. Unlimited where rows interleave, since only runs are read then.
  final long readLimit;

  /// The pieces of a row: offset, length of the run, and begin in the part.
  final long[] offsets;

  final long[] runs;
  final long[] begins;

  /// The elements of a row in the pieces before each.
  final long[] before;

  /// The elements of a row in all pieces.
  final long packed;

  /// @param scale positions in the data for each unit of the geometry
  /// @param width those of an element
  CpuPlan(SplitPlan plan, int scale, int width) {
    this.plan = plan;
    this.geometry = plan.geometry();
    this.bytes = plan.data().type().bytes(plan.data().shape().elements());
    this.width = width;
    int pieces = geometry.pieces();
    this.offsets = new long[pieces];
    this.runs = new long[pieces];
    this.begins = new long[pieces];
    this.before = new long[pieces];
    long sum = 0;
    for (int i = 0; i < pieces; i++) {
      offsets[i] = geometry.offset(i) * scale;
      runs[i] = geometry.run(i) * scale / width;
      begins[i] = geometry.begin(i) * scale / width;
      before[i] = sum;
      sum += runs[i];
    }
    this.packed = sum;
    this.start = geometry.start() * scale;
    List<Level> loops = new ArrayList<>(List.of(ONCE, ONCE));
    for (Level each : geometry.levels()) {
      long fixed = each.fixed() * scale / width;
      loops.add(new Level(each.count(), each.stride() * scale, each.runs(), fixed));
    }
    boolean areShort = sum <= SHORT_ROW && Arrays.stream(runs).max().orElse(0) < SHORT_RUN;
    this.isSpaced = geometry.rows() == 1 && loops.size() > 2 && areShort;
    // A single row ends with its last piece, wherever those of other indices are.
    long span = pieces == 0 ? 0 : offsets[pieces - 1] + runs[pieces - 1] * width;
    if (!isSpaced) {
      long row = geometry.rows() == 1 ? span : geometry.row() * scale;
      loops.add(new Level(geometry.rows(), row, 1, 0));
    }
    this.rows = loops.removeLast();
    this.level = loops.removeLast();
    this.outer = loops.removeLast();
    this.indices = outer.count() * level.count();
    this.allRows = indices * rows.count();
    long unit = geometry.unit() == Unit.BIT ? Byte.SIZE : scale;
    this.readLimit = span > rows.stride() ? Long.MAX_VALUE : plan.data().bytes() * unit;
    long all = bytes + plan.partBytes();
    this.isPingPong = all >= LEAST_PING_PONG && all <= MOST_PING_PONG;
  }

  static CpuPlan of(SplitPlan plan, Kernels kernels) {
    if (plan.conversion().isPresent()) {
      return new ConvertPlan(plan, kernels);
    }
    return plan.geometry().unit() == Unit.BIT ? new BitPlan(plan) : new TilePlan(plan, kernels);
  }

  /// The intended bytes of a task.
  final long taskBytes() {
    return Math.clamp(bytes / FEWEST_TASKS, LEAST_BYTES, MOST_BYTES);
  }

  /// The elements of a row, with the gaps that rows of dense data have.
  final long row() {
    boolean hasGaps = plan.data().isDense() && !isSpaced && rows.count() > 1;
    return hasGaps ? rows.stride() / width : packed;
  }

  /// The memory of each piece.
  ///
  /// @param parts one for each part of the plan
  final MemorySegment[] targets(List<MemorySegment> parts) {
    MemorySegment[] targets = new MemorySegment[runs.length];
    for (int i = 0; i < targets.length; i++) {
      targets[i] = parts.get(geometry.output(i));
    }
    return targets;
  }

  /// Number of equal columns in a row if the pieces are such columns; else 0.
  final int columns() {
    long run = runs.length == 0 ? 0 : runs[0] * width;
    long row = rows.stride();
    if (run == 0 || row % run != 0 || row / run > Integer.MAX_VALUE) {
      return 0;
    }
    for (int i = 0; i < runs.length; i++) {
      if (runs[i] * width != run || offsets[i] % run != 0) {
        return 0;
      }
    }
    return (int) (row / run);
  }

  /// The runs of a piece of whole bytes.
  final Runs bytes(int piece) {
    return new Runs(
        piece,
        rows.stride(),
        offsets[piece],
        runs[piece],
        begins[piece],
        rows.partStride(runs[piece]),
        level.stride(),
        level.partStride(runs[piece]));
  }

  /// The first piece that ends after so many elements of a row, by bisection: a row may have a
  /// million pieces.
  final int firstReaching(long position) {
    int found = Arrays.binarySearch(before, position);
    int last = found >= 0 ? found : -found - 2;
    return before[last] + runs[last] > position ? last : last + 1;
  }

  abstract long tasks();

  /// The work of one call, a function of the index of a task.
  ///
  /// @param targets the memory of each piece of a row, of which there are some
  /// @param kinds those of this memory
  abstract LongConsumer bind(MemorySegment data, MemorySegment[] targets, MemoryKinds kinds);

  /// @param threads how many may share the work
  /// @param loops the kind of loops, in words
  final RouteExplanation explain(int threads, String loops) {
    long most = Math.max(1, Math.min(threads, tasks()));
    String by = most == 1 ? "by the calling thread" : "by %s threads".formatted(most);
    return new RouteExplanation("cpu", loops, List.of(step(by)));
  }

  /// The work in words, for [#explain].
  ///
  /// @param by the threads, in words
  abstract RouteExplanation.Step step(String by);
}
