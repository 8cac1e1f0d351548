package io.cleave.opencl;

import io.cleave.opencl.route.PackedLayout;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.Failures;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Device memory for one slab on its way: to the device, split, and back. Used by one thread.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
final class Lane<M, E> implements AutoCloseable {
  /// A slab that is on its way.
  ///
  /// @param all every event, `commands` among them
  /// @param afterwards what is left to do when all have come
  private record Trip<E>(
      DeviceTime<E> time, Arena arena, List<E> commands, List<E> all, List<Runnable> afterwards) {}

  private final ClSession<M, E> session;
  private final M data;
  private final M packed;
  private @Nullable Trip<E> trip;
  private boolean closed;

  Lane(ClSession<M, E> session, long dataBytes, long packedBytes) {
    this.session = session;
    this.data = session.allocate(dataBytes);
    try {
      this.packed = session.allocate(packedBytes);
    } catch (RuntimeException | Error e) {
      Failures.suppressed(e, () -> session.free(data));
      throw e;
    }
  }

  /// Queues everything for one slab. The memory stays in use until [#finish()].
  void begin(
      PreparedSplit<M, E> prepared,
      SplitPlan plan,
      PackedLayout layout,
      MemorySegment from,
      List<? extends @Nullable MemorySegment> to) {
    Trip<E> next =
        new Trip<>(
            new DeviceTime<>(session, prepared),
            Arena.ofConfined(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>());
    trip = next;
    try {
      queue(prepared, plan, layout, from, to, next);
    } catch (Error e) {
      session.settle();
      throw e;
    }
  }

  private void queue(
      PreparedSplit<M, E> prepared,
      SplitPlan plan,
      PackedLayout layout,
      MemorySegment from,
      List<? extends @Nullable MemorySegment> to,
      Trip<E> next) {
    E written = session.write(readable(from, next), data, 0, List.of());
    next.all().add(written);
    split(prepared, written, next);
    List<E> after = Events.gathered(session, next.commands(), next.all());
    for (Part part : plan.parts()) {
      MemorySegment target = to.get(part.index());
      if (target != null) {
        long at = layout.offsets().get(part.index());
        next.all().add(session.read(packed, at, writable(target, next), after));
      }
    }
    session.flush();
  }

  private void split(PreparedSplit<M, E> prepared, E written, Trip<E> next) {
    try {
      prepared.enqueue(data, _ -> packed, List.of(written), next.commands());
    } finally {
      next.all().addAll(next.commands());
    }
  }

  /// Waits until the slab that was begun, if any, is in the caller's memory.
  void finish() {
    Trip<E> done = trip;
    trip = null;
    if (done == null) {
      return;
    }
    try (Arena _ = done.arena()) {
      done.time().finish(done.commands(), done.all());
      done.afterwards().forEach(Runnable::run);
    }
  }

  /// Memory with the data in it that a driver may read.
  private static <E> MemorySegment readable(MemorySegment memory, Trip<E> trip) {
    return DriverMemory.is(memory)
        ? memory
        : trip.arena().allocate(memory.byteSize(), Long.BYTES).copyFrom(memory);
  }

  /// Memory that a driver may write to, whose content gets to the target in the end.
  private static <E> MemorySegment writable(MemorySegment target, Trip<E> trip) {
    if (DriverMemory.is(target)) {
      return target;
    }
    MemorySegment stage = trip.arena().allocate(target.byteSize(), Long.BYTES);
    trip.afterwards().add(() -> target.copyFrom(stage));
    return stage;
  }

  /// Waits for what is pending, drops it, and frees the memory. Closing it again does nothing.
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    Failures failures = new Failures();
    failures.attempt(this::giveUp);
    failures.attempt(() -> session.free(packed));
    failures.attempt(() -> session.free(data));
    failures.throwFirst();
  }

  private void giveUp() {
    Trip<E> lost = trip;
    trip = null;
    if (lost != null) {
      try (Arena _ = lost.arena()) {
        Events.finish(session, lost.all());
      }
    }
  }
}
