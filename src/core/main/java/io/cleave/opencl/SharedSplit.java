package io.cleave.opencl;

import io.cleave.opencl.route.DeviceInfo;
import io.cleave.opencl.route.Placement;
import io.cleave.opencl.session.ClSession;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Splits in place, on a device that shares memory with the host: its buffers are made from the
/// caller's memory, which is native, no file and aligned.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
final class SharedSplit<M, E> {
  private final ClSession<M, E> session;
  private final RoutedPlans<M, E> plans;

  SharedSplit(ClSession<M, E> session, RoutedPlans<M, E> plans) {
    this.session = session;
    this.plans = plans;
  }

  /// Where the parts of one slab go.
  static Placement placement(DeviceInfo facts) {
    return new Placement(
        0, facts.hostAddresses() ? new Placement.Addressed() : Placement.Separate.AT_ZERO);
  }

  /// Whether a device can use all of this memory as it is.
  static boolean isShareable(MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
    return isShareable(data) && parts.stream().allMatch(SharedSplit::isShareableOrNothing);
  }

  private static boolean isShareableOrNothing(@Nullable MemorySegment memory) {
    return memory == null || memory.byteSize() == 0 || isShareable(memory);
  }

  private static boolean isShareable(MemorySegment memory) {
    return DriverMemory.is(memory) && memory.address() % Placement.ALIGNMENT == 0;
  }

  void run(Slabs slabs, MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
    for (long slab = 0; slab < slabs.count(); slab++) {
      split(slabs.plan(slab), slabs.data(slab, data), slabs.parts(slab, parts));
    }
  }

  private void split(SplitPlan plan, MemorySegment data, List<@Nullable MemorySegment> parts) {
    try (Arena arena = Arena.ofConfined();
        Adopted<M, E> adopted = new Adopted<>(session)) {
      runOn(plan, adopted.add(data, false), new HostTargets<>(parts, adopted, arena));
    }
  }

  private void runOn(SplitPlan plan, M data, HostTargets<M> targets) {
    try (Lease<PreparedSplit<M, E>> prepared = plans.prepare(plan, placement(session.facts()))) {
      Turns.take(session.facts(), () -> runOn(prepared.value(), data, targets));
    }
  }

  private void runOn(PreparedSplit<M, E> prepared, M data, HostTargets<M> targets) {
    DeviceTime<E> time = new DeviceTime<>(session, prepared);
    List<E> commands = new ArrayList<>();
    List<E> published = new ArrayList<>();
    List<E> all;
    try {
      prepared.enqueue(data, targets, List.of(), commands);
      publish(targets, commands, published);
      all = both(commands, published);
    } catch (RuntimeException | Error e) {
      Events.abandon(session, commands, e);
      Events.abandon(session, published, e);
      throw e;
    }
    time.finish(commands, all);
  }

  private void publish(HostTargets<M> targets, List<E> commands, List<E> published) {
    if (!session.facts().hostAddresses()) {
      List<E> after = Events.gathered(session, commands, published);
      targets.made().forEach(made -> published.add(session.publish(made, after)));
    }
  }

  private static <E> List<E> both(List<E> first, List<E> second) {
    List<E> both = new ArrayList<>(first);
    both.addAll(second);
    return both;
  }
}
