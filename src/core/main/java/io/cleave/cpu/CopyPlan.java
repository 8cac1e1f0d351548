package io.cleave.cpu;

import io.cleave.backend.Route;
import io.cleave.cpu.loops.ByKinds;
import io.cleave.cpu.loops.Kernels;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// Execution plan of a split on the CPU: all that is known before memory is, derived once. It is
/// cut into pieces that write no byte in common, so that threads share them without locks.
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

  final SplitPlan plan;
  final MovedParts moved;

  CopyPlan(SplitPlan plan) {
    this.plan = plan;
    this.moved = new MovedParts(plan);
  }

  static CopyPlan of(SplitPlan plan, ByKinds<Kernels> kernels) {
    if (plan.converts() || plan.stacking().isPresent()) {
      return new ConvertPlan(plan, kernels);
    }
    return plan.unit() == Unit.BIT ? new Bits(plan) : new Tiles(plan, kernels);
  }

  /// The bytes that a piece should have.
  static long pieceBytes(SplitPlan plan) {
    return Math.clamp(plan.bytes() / FEWEST_PIECES, LEAST_BYTES, MOST_BYTES);
  }

  /// The memory of the moved parts.
  ///
  /// @param parts one for each part of the plan
  final MemorySegment[] targets(List<? extends @Nullable MemorySegment> parts) {
    MemorySegment[] targets = new MemorySegment[moved.count()];
    for (int i = 0; i < targets.length; i++) {
      targets[i] = Objects.requireNonNull(parts.get(moved.index(i)));
    }
    return targets;
  }

  abstract long pieces();

  /// The work of one call: carries out a piece, counted from 0.
  ///
  /// @param targets one for each moved part
  /// @param isConfined whether any of the memory belongs to one thread
  abstract LongConsumer bind(MemorySegment data, MemorySegment[] targets, boolean isConfined);

  /// @param threads how many may share the work
  /// @param loops the kind of loops, in words
  final Route explain(int threads, String loops) {
    long most = Math.max(1, Math.min(threads, pieces()));
    String by = most == 1 ? "by the calling thread" : "by %s threads".formatted(most);
    return new Route(
        "cpu", loops, List.of(new Route.Step("%s, %s".formatted(action(), by), reason())));
  }

  /// What is done, for [#explain].
  abstract String action();

  /// Why it is done this way.
  abstract String reason();
}
