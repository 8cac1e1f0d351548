package io.cleave.opencl;

import io.cleave.backend.Device;
import io.cleave.backend.DeviceParts;
import io.cleave.backend.Region;
import io.cleave.backend.ResidentTensor;
import io.cleave.backend.RouteName;
import io.cleave.backend.Tensor;
import io.cleave.opencl.route.Placement;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.Failures;
import io.cleave.opencl.session.NativeMemory;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.AbstractResidence;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Tensors in an OpenCL device's memory. Splits are queued one after the other, each after the one
/// that makes its data. Only reading waits, but on devices whose launches must not overlap, and
/// where parts do not fit one buffer.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
public final class OpenClResidence<M, E> extends AbstractResidence<OpenClResidence.Written<M, E>> {
  /// The most bytes of the host that a transfer takes beside the caller's own.
  private static final long STAGE_BYTES = 64L << 20;

  /// Device memory, and the event of the command that writes it, unless that has ended.
  record Written<M, E>(M memory, List<E> after) {}

  private final ClSession<M, E> session;
  private final QueueSplitter<M, E> splitter;
  private final boolean mayView;
  private final long largest;

  /// Closes the session when it is closed.
  ///
  /// @param wish the route that every split is to take; views are taken only if it leaves the
  ///   choice
  public OpenClResidence(ClSession<M, E> session, RouteName wish) {
    this.session = session;
    this.largest = session.facts().maxAllocation();
    this.splitter = new QueueSplitter<>(session, wish);
    this.mayView = wish == RouteName.AUTO;
  }

  @Override
  public Device device() {
    return session.facts().device();
  }

  @Override
  protected @Nullable Block<Written<M, E>> store(Tensor tensor) {
    long bytes = tensor.data().byteSize();
    if (bytes == 0) {
      return null;
    }
    requireRoom(tensor.toString(), bytes);
    NativeMemory.requireOwn(tensor.data());
    Block<Written<M, E>> block = allocated(bytes);
    try {
      write(tensor.data(), block.memory().memory());
      return block;
    } catch (RuntimeException | Error e) {
      Failures.suppressed(e, block::letGo);
      throw e;
    }
  }

  private Block<Written<M, E>> allocated(long bytes) {
    M memory = session.allocate(bytes);
    return new Block<>(new Written<>(memory, List.of()), () -> session.free(memory));
  }

  private void requireRoom(String what, long bytes) {
    if (bytes > largest) {
      throw new IllegalArgumentException(
          "%s takes %s bytes, and device %s holds at most %s in one piece; use another device, such as cpu"
              .formatted(what, bytes, device().name(), largest));
    }
  }

  private void write(MemorySegment from, M memory) {
    if (HostTransfer.hasAddress(from)) {
      transfer(from, () -> session.write(from, memory, 0, List.of()));
      return;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment stage = stage(from, arena);
      for (long at = 0; at < from.byteSize(); at += stage.byteSize()) {
        long offset = at;
        MemorySegment some = stage.asSlice(0, Math.min(stage.byteSize(), from.byteSize() - at));
        some.copyFrom(from.asSlice(at, some.byteSize()));
        transfer(some, () -> session.write(some, memory, offset, List.of()));
      }
    }
  }

  @Override
  protected void read(Block<Written<M, E>> from, long at, MemorySegment to) {
    Written<M, E> written = from.memory();
    NativeMemory.requireOwn(to);
    if (!to.isMapped()) {
      transfer(to, () -> session.read(written.memory(), at, to, written.after()));
      return;
    }
    NativeMemory.require(to, true);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment stage = stage(to, arena);
      for (long done = 0; done < to.byteSize(); done += stage.byteSize()) {
        long offset = at + done;
        MemorySegment some = stage.asSlice(0, Math.min(stage.byteSize(), to.byteSize() - done));
        transfer(some, () -> session.read(written.memory(), offset, some, written.after()));
        to.asSlice(done, some.byteSize()).copyFrom(some);
      }
    }
  }

  /// Through which a tensor goes a part at a time, where a driver may not have its own memory.
  private static MemorySegment stage(MemorySegment memory, Arena arena) {
    return arena.allocate(Math.min(memory.byteSize(), STAGE_BYTES), Placement.ALIGNMENT);
  }

  private void transfer(MemorySegment memory, Supplier<E> command) {
    try {
      OwnQueue.finish(session, command.get());
    } finally {
      // A device knows addresses only: memory of an automatic arena must not be collected under it.
      Reference.reachabilityFence(memory);
    }
  }

  /// @return what later commands must wait for: nothing
  private List<E> finished(E event) {
    OwnQueue.finish(session, event);
    return List.of();
  }

  @Override
  protected boolean mayView() {
    return mayView;
  }

  @Override
  protected List<@Nullable ResidentTensor> split(
      SplitPlan plan, Block<Written<M, E>> from, long at) {
    long alignment = session.facts().baseAlignment();
    long total =
        plan.parts().stream()
            .filter(Part::isMoved)
            .mapToLong(part -> part.bytes() + alignment)
            .sum();
    return total <= largest ? packed(plan, from.memory(), at) : separate(plan, from.memory(), at);
  }

  private List<@Nullable ResidentTensor> packed(SplitPlan plan, Written<M, E> from, long at) {
    DeviceParts<M> parts = splitter.allocate(plan);
    Block<Written<M, E>> block;
    try {
      Region<M> data = new Region<>(from.memory(), at);
      List<E> done =
          OwnQueue.launch(
              session,
              () -> {
                E event = splitter.enqueue(plan, data, parts, from.after());
                return session.facts().serialLaunches() ? finished(event) : List.of(event);
              });
      block = new Block<>(new Written<>(parts.whole(), done), () -> release(done, parts));
    } catch (RuntimeException | Error e) {
      Failures.suppressed(e, parts::close);
      throw e;
    }
    try {
      return tensors(plan, part -> tensor(part, block, at(part, parts)));
    } finally {
      block.letGo();
    }
  }

  private static long at(Part part, DeviceParts<?> parts) {
    return parts.offsets().get(part.index());
  }

  private void release(List<E> events, DeviceParts<M> parts) {
    Failures failures = new Failures();
    events.forEach(event -> failures.attempt(() -> session.release(event)));
    failures.attempt(parts::close);
    failures.throwFirst();
  }

  /// A buffer for each part, where one for all would be too large for the device.
  private List<@Nullable ResidentTensor> separate(SplitPlan plan, Written<M, E> from, long at) {
    List<@Nullable Block<Written<M, E>>> blocks = new ArrayList<>(plan.partCount());
    List<@Nullable Region<M>> regions = new ArrayList<>(plan.partCount());
    try {
      for (Part part : plan.parts()) {
        if (part.isMoved()) {
          requireRoom(part.toString(), part.bytes());
        }
        Block<Written<M, E>> block = part.isMoved() ? allocated(part.bytes()) : null;
        blocks.add(block);
        regions.add(block == null ? null : Region.of(block.memory().memory()));
      }
      Region<M> data = new Region<>(from.memory(), at);
      OwnQueue.launch(session, () -> finished(splitter.enqueue(plan, data, regions, from.after())));
      List<@Nullable ResidentTensor> made =
          tensors(plan, part -> tensor(part, blocks.get(part.index()), 0));
      letGo(blocks);
      return made;
    } catch (RuntimeException | Error e) {
      Failures.suppressed(e, () -> letGo(blocks));
      throw e;
    }
  }

  private void letGo(List<@Nullable Block<Written<M, E>>> blocks) {
    Failures failures = new Failures();
    for (Block<Written<M, E>> block : blocks) {
      if (block != null) {
        failures.attempt(block::letGo);
      }
    }
    failures.throwFirst();
  }

  @Override
  protected void release() {
    splitter.close();
  }
}
