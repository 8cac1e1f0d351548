package io.cleave.opencl;

import io.cleave.opencl.route.job.DeviceFacts;
import io.cleave.opencl.route.job.Placement;
import io.cleave.opencl.session.ClSession;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Splits on a device that shares memory with the host: in place where the memory is native, no
/// file and aligned, and through memory of its own, a window at a time, where it is not.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
final class SharedSplit<M, E> {
  /// New windows are aligned to a cache line.
  private static final long WINDOW_ALIGNMENT = 64;

  /// Windows stay this small: they are memory beside the caller's own.
  private static final long WINDOW_BYTES = 64L << 20;

  private final ClSession<M, E> session;
  private final RoutedPlans<M, E> plans;

  SharedSplit(ClSession<M, E> session, RoutedPlans<M, E> plans) {
    this.session = session;
    this.plans = plans;
  }

  /// Where the parts of one step go.
  static Placement placement(DeviceFacts facts) {
    return new Placement(
        0, facts.computesInHostMemory() ? new Placement.Addressed() : Placement.Separate.AT_ZERO);
  }

  /// The steps for memory that can be shared as it is.
  static Steps stepsInPlace(Steps steps) {
    // A step that does not begin where the device can begin needs a window.
    return steps.keepAlignment() ? steps : steps.finer(WINDOW_BYTES);
  }

  void run(Steps whole, MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
    boolean inPlace = isShareable(data) && parts.stream().allMatch(SharedSplit::isShareableOrNull);
    Steps steps = inPlace ? stepsInPlace(whole) : whole.finer(WINDOW_BYTES);
    for (long step = 0; step < steps.count(); step++) {
      split(steps.plan(step), steps.data(step, data), steps.parts(step, parts));
    }
  }

  private void split(
      SplitPlan plan, MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
    try (Arena arena = Arena.ofConfined();
        Adopted<M, E> adopted = new Adopted<>(session)) {
      M source = adopted.add(isShareable(data) ? data : window(data, arena).copyFrom(data), false);
      Map<Integer, MemorySegment> windows = new HashMap<>();
      List<@Nullable MemorySegment> targets = new ArrayList<>(parts);
      for (int i = 0; i < parts.size(); i++) {
        MemorySegment part = parts.get(i);
        if (part != null && !isShareable(part)) {
          windows.put(i, window(part, arena));
          targets.set(i, windows.get(i));
        }
      }
      runOn(plan, source, new HostTargets<>(targets, adopted, arena));
      windows.forEach((i, window) -> Objects.requireNonNull(parts.get(i)).copyFrom(window));
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
    if (!session.facts().computesInHostMemory()) {
      List<E> after = Events.gathered(session, commands, published);
      targets.made().forEach(made -> published.add(session.publish(made, after)));
    }
  }

  private static <E> List<E> both(List<E> first, List<E> second) {
    List<E> both = new ArrayList<>(first);
    both.addAll(second);
    return both;
  }

  private static boolean isShareableOrNull(@Nullable MemorySegment memory) {
    return memory == null || isShareable(memory);
  }

  private static boolean isShareable(MemorySegment memory) {
    return DriverMemory.is(memory) && memory.address() % Placement.ALIGNMENT == 0;
  }

  private static MemorySegment window(MemorySegment memory, Arena arena) {
    return arena.allocate(memory.byteSize(), WINDOW_ALIGNMENT);
  }
}
