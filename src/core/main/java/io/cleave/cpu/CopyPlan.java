package io.cleave.cpu;

import io.cleave.cpu.loops.Kernels;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import io.cleave.spi.RouteExplanation;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/// Execution plan of a split on the CPU, derived once from the split plan. The work is cut into
/// pieces that write no byte in common, so that threads share them without locks.
///
/// Immutable, and safe to publish through a data race.
abstract class CopyPlan {
  private static final long FEWEST_PIECES = 32;

  /// Half of a second-level cache. With two threads, 256 KiB and 1 MiB came within 2 % for A, F and
  /// J of the suite, and 2 and 8 % behind for H.
  private static final long MOST_BYTES = 512 << 10;

  /// f32 [1024, 512] in three came within 7 % in pieces of 64, 128 and 256 KiB, and with two
  /// threads 256 KiB in runs of 128, of 13 to 45, and of 1 within 5 % in pieces of 64 and 128 KiB;
  /// 128 KiB 1.4 to 1.6 times as fast in two of them as in one.
  private static final long LEAST_BYTES = 64 << 10;

  /// Bytes of data and parts that threads are to walk through to and fro, call by call, see
  /// [Workers#run]. For splits of 1 MiB that changes nothing, those of 2 to 8 MiB are 1.15 to 1.35
  /// times as fast, those of 16 MiB 1.05 and those of 32 MiB .96 times.
  private static final long LEAST_TO_AND_FRO = 3 << 20;

  private static final long MOST_TO_AND_FRO = 32 << 20;

  final SplitPlan plan;
  final boolean isToAndFro;

  /// The length of a row.
  final long row;

  /// The parts that are wanted and not empty, in the order of their offsets: their indices in the
  /// plan, their offsets in a row, and the lengths of their runs.
  final int[] indices;

  final long[] offsets;
  final long[] runs;

  CopyPlan(SplitPlan plan) {
    this(plan, length -> length);
  }

  /// @param unit converts lengths from the plan's unit
  CopyPlan(SplitPlan plan, LongUnaryOperator unit) {
    this.plan = plan;
    this.row = unit.applyAsLong(plan.row());
    List<Part> moved =
        plan.parts().stream().filter(part -> part.isWanted() && !part.isEmpty()).toList();
    this.indices = moved.stream().mapToInt(Part::index).toArray();
    this.offsets = moved.stream().mapToLong(Part::offset).map(unit).toArray();
    this.runs = moved.stream().mapToLong(Part::run).map(unit).toArray();
    long bytes = plan.bytes() + moved.stream().mapToLong(Part::bytes).sum();
    this.isToAndFro = bytes >= LEAST_TO_AND_FRO && bytes <= MOST_TO_AND_FRO;
  }

  static CopyPlan of(SplitPlan plan, Kernels kernels) {
    if (plan.converts() || plan.stacking().isPresent()) {
      return new ConvertPlan(plan, kernels);
    }
    return plan.unit() == Unit.BIT ? new Bits(plan) : new Tiles(plan, kernels);
  }

  /// The intended bytes of a piece.
  static long pieceBytes(SplitPlan plan) {
    return Math.clamp(plan.bytes() / FEWEST_PIECES, LEAST_BYTES, MOST_BYTES);
  }

  /// The memory of the moved parts.
  ///
  /// @param parts one for each part of the plan
  final MemorySegment[] targets(List<? extends @Nullable MemorySegment> parts) {
    MemorySegment[] targets = new MemorySegment[runs.length];
    for (int i = 0; i < targets.length; i++) {
      targets[i] = Objects.requireNonNull(parts.get(indices[i]));
    }
    return targets;
  }

  /// Number of equal columns in a row if the parts are such columns; else 0.
  final int columns() {
    long run = runs.length == 0 ? 0 : runs[0];
    if (run == 0 || row % run != 0 || row / run > Integer.MAX_VALUE) {
      return 0;
    }
    for (int i = 0; i < runs.length; i++) {
      if (runs[i] != run || offsets[i] % run != 0) {
        return 0;
      }
    }
    return (int) (row / run);
  }

  /// The first part that ends after a position in the row, by bisection: a row may have a million
  /// parts.
  final int firstReaching(long position) {
    int found = Arrays.binarySearch(offsets, position);
    int before = found >= 0 ? found : -found - 2;
    return before >= 0 && offsets[before] + runs[before] > position ? before : before + 1;
  }

  abstract long pieces();

  /// The work of one call, a function of the index of a piece.
  ///
  /// @param targets one for each moved part
  /// @param isConfined whether any of the memory belongs to one thread
  abstract LongConsumer bind(MemorySegment data, MemorySegment[] targets, boolean isConfined);

  /// @param threads how many may share the work
  /// @param loops the kind of loops, in words
  final RouteExplanation explain(int threads, String loops) {
    long most = Math.max(1, Math.min(threads, pieces()));
    String by = most == 1 ? "by the calling thread" : "by %s threads".formatted(most);
    return new RouteExplanation(
        "cpu",
        loops,
        List.of(new RouteExplanation.Step("%s, %s".formatted(action(), by), reason())));
  }

  /// The work in words, for [#explain].
  abstract String action();

  /// The reason for doing it this way.
  abstract String reason();
}
