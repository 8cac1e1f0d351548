package io.cleave.opencl;

import io.cleave.opencl.route.job.PackedLayout;
import io.cleave.opencl.route.job.Placement;
import io.cleave.opencl.session.ClSession;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Splits on a device with memory of its own: two lanes take turns, so that one slab crosses the
/// bus while the other one is split.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
final class StagedSplit<M, E> {
  /// Large enough that the bus is busy, small enough that the first slab is soon there.
  private static final long SLAB_BYTES = 64L << 20;

  /// A device's cache line at the most; nobody makes sub-buffers of these parts.
  private static final long PART_ALIGNMENT = 128;

  private final ClSession<M, E> session;
  private final RoutedPlans<M, E> plans;

  StagedSplit(ClSession<M, E> session, RoutedPlans<M, E> plans) {
    this.session = session;
    this.plans = plans;
  }

  /// The steps that take turns.
  static Steps steps(Steps whole) {
    return whole.finer(SLAB_BYTES);
  }

  /// Where the parts of one slab go.
  static Placement placement(SplitPlan slab) {
    return placement(PackedLayout.of(slab, PART_ALIGNMENT));
  }

  private static Placement placement(PackedLayout layout) {
    return new Placement(0, new Placement.Packed(layout.offsets()));
  }

  void run(Steps whole, MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
    Steps steps = steps(whole);
    try (Lane<M, E> even = lane(steps);
        Lane<M, E> odd = steps.count() == 1 ? even : lane(steps)) {
      for (long slab = 0; slab < steps.count(); slab++) {
        Lane<M, E> lane = slab % 2 == 0 ? even : odd;
        lane.finish();
        begin(lane, steps.plan(slab), steps.data(slab, data), steps.parts(slab, parts));
      }
      even.finish();
      odd.finish();
    }
  }

  private Lane<M, E> lane(Steps steps) {
    long data = steps.plans().mapToLong(SplitPlan::bytes).max().orElseThrow();
    long packed = steps.plans().mapToLong(StagedSplit::packedBytes).max().orElseThrow();
    return new Lane<>(session, data, packed);
  }

  private static long packedBytes(SplitPlan plan) {
    return PackedLayout.of(plan, PART_ALIGNMENT).bytes();
  }

  private void begin(
      Lane<M, E> lane,
      SplitPlan slab,
      MemorySegment data,
      List<? extends @Nullable MemorySegment> parts) {
    PackedLayout layout = PackedLayout.of(slab, PART_ALIGNMENT);
    try (Lease<PreparedSplit<M, E>> prepared = plans.prepare(slab, placement(layout))) {
      lane.begin(prepared.value(), slab, layout, data, parts);
    }
  }
}
