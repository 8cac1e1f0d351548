package io.cleave.opencl.run;

import io.cleave.Route;
import io.cleave.Tensor;
import io.cleave.opencl.Region;
import io.cleave.opencl.route.Placement;
import io.cleave.opencl.session.ClSession;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.AbstractResidence;
import io.cleave.spi.ArgumentChecks;
import io.cleave.spi.Failures;
import io.cleave.spi.PackedLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.List;
import java.util.function.Function;

/// Tensors in an OpenCL device's memory. Each split is queued after the one that makes its data.
/// Only reading waits, except on devices whose launches must not overlap. The parts of a split are
/// in one buffer.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
public final class OpenClResidence<M, E> extends AbstractResidence<OpenClResidence.Written<M, E>> {
  /// Device memory, and the events of commands that write it and have not completed.
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
    MemorySegment data = tensor.data();
    ArgumentChecks.requireUsable("the data", data);
    return written(
        tensor,
        data.byteSize(),
        memory -> {
          transfer(true, Region.of(memory), data, List.of());
          return List.of();
        });
  }

  /// @param writer returns the events of commands that write the memory and have not completed
  private Block<Written<M, E>> written(Object what, long bytes, Function<M, List<E>> writer) {
    long largest = session.info().maxAllocation();
    if (bytes > largest) {
      throw new IllegalArgumentException(
          "%s takes %s bytes, and device %s holds at most %s in one piece; use another device, such as cpu"
              .formatted(what, bytes, session.info().device().name(), largest));
    }
    M memory = session.allocate(bytes);
    Runnable release = () -> session.free(memory);
    try {
      List<E> events = writer.apply(memory);
      return new Block<>(
          new Written<>(memory, events),
          () -> Failures.all(() -> Failures.each(events, session::release), release));
    } catch (RuntimeException | Error e) {
      Failures.suppressed(e, release);
      throw e;
    }
  }

  @Override
  protected void read(Written<M, E> from, long at, MemorySegment to) {
    ArgumentChecks.requireWritable("the memory to read to", to);
    transfer(false, new Region<>(from.memory(), at), to, from.after());
  }

  /// Copies to or from the device: at once, or through a staging buffer if a driver may not use the
  /// host's memory.
  private void transfer(boolean isWrite, Region<M> place, MemorySegment host, List<E> after) {
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
        Region<M> there = new Region<>(place.buffer(), place.offset() + at);
        finish(session.transfer(isWrite, there, some, after));
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

  @Override
  protected Block<Written<M, E>> split(
      SplitPlan plan, Written<M, E> from, long at, PackedLayout layout) {
    return written(
        "a buffer for the parts of " + plan.data(),
        layout.bytes(),
        memory -> {
          List<Region<M>> parts =
              layout.offsets().stream().map(offset -> new Region<>(memory, offset)).toList();
          try (var _ = HostTransfer.launching(session.info())) {
            Region<M> data = new Region<>(from.memory(), at);
            E event = splitter.submit(plan, data, parts, from.after());
            if (!session.info().serialLaunches()) {
              return List.of(event);
            }
            finish(event);
            return List.of();
          }
        });
  }

  @Override
  public void close() {
    splitter.close();
  }
}
