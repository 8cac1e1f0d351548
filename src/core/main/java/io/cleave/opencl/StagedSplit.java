package io.cleave.opencl;

import io.cleave.opencl.route.PackedLayout;
import io.cleave.opencl.route.Placement;
import io.cleave.opencl.session.ClSession;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Splits through buffers on the device, by double buffering: one slab crosses the bus while the
/// other one is split. For devices with memory of their own, and for memory of the host's that a
/// device cannot use in place.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
final class StagedSplit<M, E> {
  /// Large enough that the bus is busy, small enough that the first slab is soon there.
  static final long SLAB_BYTES = 64L << 20;

  /// A device's cache line at the most; nobody makes sub-buffers of these parts.
  private static final long PART_ALIGNMENT = 128;

  private final ClSession<M, E> session;
  private final RoutedPlans<M, E> plans;

  StagedSplit(ClSession<M, E> session, RoutedPlans<M, E> plans) {
    this.session = session;
    this.plans = plans;
  }

  /// Where the parts of one slab go.
  static Placement placement(SplitPlan slab) {
    return placement(PackedLayout.of(slab, PART_ALIGNMENT));
  }

  private static Placement placement(PackedLayout layout) {
    return new Placement(0, new Placement.Packed(layout.offsets()));
  }

  /// A device that must not run launches side by side gets one slab after the other.
  void run(Slabs slabs, MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
    Turns.take(session.facts(), () -> runInTurn(slabs, data, parts));
  }

  private void runInTurn(
      Slabs slabs, MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
    boolean twoLanes = slabs.count() > 1 && !session.facts().serialLaunches();
    try (Lane<M, E> even = lane(slabs);
        Lane<M, E> odd = twoLanes ? lane(slabs) : even) {
      for (long slab = 0; slab < slabs.count(); slab++) {
        Lane<M, E> lane = slab % 2 == 0 ? even : odd;
        lane.finish();
        begin(lane, slabs.plan(slab), slabs.data(slab, data), slabs.parts(slab, parts));
      }
      even.finish();
      odd.finish();
    }
  }

  private Lane<M, E> lane(Slabs slabs) {
    long data = slabs.plans().mapToLong(SplitPlan::bytes).max().orElseThrow();
    long packed = slabs.plans().mapToLong(StagedSplit::packedBytes).max().orElseThrow();
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
