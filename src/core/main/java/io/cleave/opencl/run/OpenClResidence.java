package io.cleave.opencl.run;

import io.cleave.Route;
import io.cleave.Tensor;
import io.cleave.opencl.route.Placement;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.Failures;
import io.cleave.opencl.session.Place;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.AbstractResidence;
import io.cleave.spi.ArgumentChecks;
import io.cleave.spi.PackedLayout;
import io.cleave.spi.ResidentTensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/// Tensors in an OpenCL device's memory. Each split is queued after the one that makes its data.
/// Only reading waits, except on devices whose launches must not overlap, and if parts do not fit
/// one buffer.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
public final class OpenClResidence<M, E> extends AbstractResidence<OpenClResidence.Written<M, E>> {
  /// Device memory, and the event of the command that writes it, unless it has completed.
  record Written<M, E>(M memory, List<E> after) {}

  private final ClSession<M, E> session;
  private final QueueSplitter<M, E> splitter;

  /// Closes the session when it is closed.
  ///
  /// @param route the route that every split is to take
  public OpenClResidence(ClSession<M, E> session, Route route) {
    this.session = session;
    this.splitter = new QueueSplitter<>(session, route);
  }

  @Override
  protected Block<Written<M, E>> store(Tensor tensor) {
    ArgumentChecks.requireUsable("the data", tensor.data());
    M memory = allocate(tensor, tensor.data().byteSize());
    try {
      transfer(tensor.data(), true, (some, at) -> session.write(some, memory, at, List.of()));
      return block(memory, List.of());
    } catch (RuntimeException | Error e) {
      Failures.suppressed(e, () -> session.free(memory));
      throw e;
    }
  }

  /// @param events released with the memory
  private Block<Written<M, E>> block(M memory, List<E> events) {
    return new Block<>(
        new Written<>(memory, events),
        () ->
            Failures.all(
                () -> Failures.each(events, session::release), () -> session.free(memory)));
  }

  private M allocate(Object what, long bytes) {
    long largest = session.facts().maxAllocation();
    if (bytes > largest) {
      throw new IllegalArgumentException(
          "%s takes %s bytes, and device %s holds at most %s in one piece; use another device, such as cpu"
              .formatted(what, bytes, session.facts().device().name(), largest));
    }
    return session.allocate(bytes);
  }

  @Override
  protected void read(Written<M, E> from, long at, MemorySegment to) {
    ArgumentChecks.requireWritable("the memory to read to", to);
    transfer(to, false, (some, done) -> session.read(from.memory(), at + done, some, from.after()));
  }

  /// Copies to or from the device: at once, or through a staging buffer if a driver may not use the
  /// host's memory.
  ///
  /// @param command queues the transfer of native memory, given the byte of the host's memory where
  ///   it begins
  private void transfer(
      MemorySegment host, boolean isWrite, BiFunction<MemorySegment, Long, E> command) {
    try (Arena arena = Arena.ofConfined()) {
      boolean isDirect = HostTransfer.isUsable(host, 1);
      MemorySegment stage =
          isDirect
              ? host
              : arena.allocate(Math.min(host.byteSize(), Chunks.STAGE_BYTES), Placement.ALIGNMENT);
      for (long at = 0; at < host.byteSize(); at += stage.byteSize()) {
        MemorySegment slice = host.asSlice(at, Math.min(stage.byteSize(), host.byteSize() - at));
        MemorySegment some = stage.asSlice(0, slice.byteSize());
        if (isWrite && !isDirect) {
          some.copyFrom(slice);
        }
        finish(command.apply(some, at));
        if (!isWrite && !isDirect) {
          slice.copyFrom(some);
        }
      }
    } finally {
      // A device knows addresses only: memory of an automatic arena must not be collected under it.
      Reference.reachabilityFence(host);
    }
  }

  private void finish(E event) {
    Failures.all(
        session::flush, () -> session.await(event, "a transfer"), () -> session.release(event));
  }

  /// Splits into one buffer, or into one for each part where that would be too large.
  @Override
  protected List<ResidentTensor> split(SplitPlan plan, Written<M, E> from, long at) {
    PackedLayout layout = PackedLayout.of(plan, session.facts().baseAlignment());
    boolean isPacked = layout.bytes() <= session.facts().maxAllocation();
    List<M> buffers = new ArrayList<>();
    List<Place<M>> places = new ArrayList<>(plan.partCount());
    List<E> done;
    try {
      for (Part part : plan.parts()) {
        if (!part.isEmpty() && !(isPacked && !buffers.isEmpty())) {
          buffers.add(isPacked ? session.allocate(layout.bytes()) : allocate(part, part.bytes()));
        }
        long partAt = isPacked ? layout.offsets().get(part.index()) : 0;
        places.add(
            part.isEmpty() ? Place.of(from.memory()) : new Place<>(buffers.getLast(), partAt));
      }
      done = launch(plan, from, at, places, !isPacked);
    } catch (RuntimeException | Error e) {
      buffers.forEach(buffer -> Failures.suppressed(e, () -> session.free(buffer)));
      throw e;
    }
    Map<M, Block<Written<M, E>>> blocks = new HashMap<>();
    return tensors(
        plan,
        part -> {
          Place<M> place = places.get(part.index());
          return tensor(
              blocks.computeIfAbsent(place.memory(), memory -> block(memory, done)), place.at());
        });
  }

  /// Queues a split.
  ///
  /// @return the events that later commands must wait for
  private List<E> launch(
      SplitPlan plan, Written<M, E> from, long at, List<Place<M>> parts, boolean waits) {
    try (var _ = HostTransfer.launching(session.facts())) {
      E event = splitter.submit(plan, new Place<>(from.memory(), at), parts, from.after());
      if (!waits && !session.facts().serialLaunches()) {
        return List.of(event);
      }
      finish(event);
      return List.of();
    }
  }

  @Override
  public void close() {
    splitter.close();
  }
}
