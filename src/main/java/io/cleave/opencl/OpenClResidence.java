package io.cleave.opencl;

import io.cleave.backend.Device;
import io.cleave.backend.DeviceParts;
import io.cleave.backend.Region;
import io.cleave.backend.Residence;
import io.cleave.backend.ResidentBytes;
import io.cleave.backend.ResidentTensor;
import io.cleave.backend.RouteName;
import io.cleave.backend.Shared;
import io.cleave.backend.Tensor;
import io.cleave.opencl.route.job.Placement;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.Failures;
import io.cleave.opencl.session.NativeMemory;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// An OpenCL device's memory as the place where tensors live. Splits are queued one after the
/// other, each after the one that makes its data; only reading waits, but for devices that must not
/// run launches side by side.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
public final class OpenClResidence<M, E> implements Residence {
  /// Memory beside the caller's own stays this small.
  private static final long STAGE_BYTES = 64L << 20;

  private final ClSession<M, E> session;
  private final QueueSplitter<M, E> splitter;
  private final boolean mayView;
  private final long largest;
  private int open;
  private boolean closed;

  /// Closes the session when it is closed.
  ///
  /// @param wish the route that every split is to take; views are taken only if it leaves the
  ///   choice
  public OpenClResidence(ClSession<M, E> session, RouteName wish) {
    this(session, wish, session.facts().maxAllocation());
  }

  /// @param largest the bytes of the largest buffer
  OpenClResidence(ClSession<M, E> session, RouteName wish, long largest) {
    this.session = session;
    this.largest = largest;
    this.splitter = new QueueSplitter<>(session, wish);
    this.mayView = wish == RouteName.AUTO || wish == RouteName.VIEW;
  }

  @Override
  public Device device() {
    return session.facts().device();
  }

  @Override
  public ResidentTensor place(Tensor tensor) {
    if (closed) {
      throw new IllegalStateException("the residence is closed; open another one");
    }
    long bytes = tensor.data().byteSize();
    if (bytes == 0) {
      return new DeviceTensor(null, 0, 0);
    }
    requireRoom(tensor.toString(), bytes);
    NativeMemory.requireOwn(tensor.data());
    M memory = session.allocate(bytes);
    try {
      write(tensor.data(), memory);
    } catch (RuntimeException | Error e) {
      Failures.suppressed(e, () -> session.free(memory));
      throw e;
    }
    return new DeviceTensor(ResidentBlock.written(session, memory), 0, bytes);
  }

  private void write(MemorySegment from, M memory) {
    if (DriverMemory.is(from)) {
      keptOpen(from, () -> session.write(from, memory, 0, List.of()));
      return;
    }
    try (Arena arena = Arena.ofShared()) {
      MemorySegment stage = stage(from, arena);
      for (long at = 0; at < from.byteSize(); at += stage.byteSize()) {
        MemorySegment piece = stage.asSlice(0, Math.min(stage.byteSize(), from.byteSize() - at));
        piece.copyFrom(from.asSlice(at, piece.byteSize()));
        await(session.write(piece, memory, at, List.of()));
      }
    }
  }

  private void read(ResidentBlock<M, E> block, long from, MemorySegment to) {
    NativeMemory.requireOwn(to);
    if (!to.isMapped()) {
      keptOpen(to, () -> session.read(block.memory(), from, to, block.after()));
      return;
    }
    NativeMemory.requireWritable(to);
    try (Arena arena = Arena.ofShared()) {
      MemorySegment stage = stage(to, arena);
      for (long at = 0; at < to.byteSize(); at += stage.byteSize()) {
        MemorySegment piece = stage.asSlice(0, Math.min(stage.byteSize(), to.byteSize() - at));
        await(session.read(block.memory(), from + at, piece, block.after()));
        to.asSlice(at, piece.byteSize()).copyFrom(piece);
      }
    }
  }

  /// Nobody closes the memory's arena meanwhile, nor is it collected.
  private void keptOpen(MemorySegment memory, Supplier<E> command) {
    try {
      OpenArenas.of(memory, List.of()).during(() -> await(command.get()));
    } finally {
      Reference.reachabilityFence(memory);
    }
  }

  /// Through which a tensor goes a piece at a time, where a driver may not have its own memory.
  private static MemorySegment stage(MemorySegment memory, Arena arena) {
    return arena.allocate(Math.min(memory.byteSize(), STAGE_BYTES), Placement.ALIGNMENT);
  }

  /// Whatever fails, waiting included: the host's memory is the caller's again after this.
  private void await(E event) {
    try {
      Events.finish(session, List.of(event));
    } catch (Error e) {
      session.settle();
      throw e;
    }
  }

  private void requireRoom(String what, long bytes) {
    if (bytes > largest) {
      throw new IllegalArgumentException(
          "%s takes %s bytes, and device %s holds at most %s in one piece; use another device, such as cpu"
              .formatted(what, bytes, device().name(), largest));
    }
  }

  @Override
  public void close() {
    if (open > 0) {
      throw new IllegalStateException(
          "%s tensors are open; close them before their residence".formatted(open));
    }
    closed = true;
    splitter.close();
  }

  private static boolean moves(Part part) {
    return part.isWanted() && !part.isEmpty();
  }

  private List<@Nullable ResidentTensor> packed(SplitPlan plan, ResidentBlock<M, E> from, long at) {
    DeviceParts<M> parts = splitter.allocate(plan);
    try {
      Region<M> data = new Region<>(from.memory(), at);
      E done = Turns.queued(session, () -> splitter.enqueue(plan, data, parts, from.after()));
      ResidentBlock<M, E> block = ResidentBlock.queued(session, parts.whole(), done, parts::close);
      return stretches(plan, block, part -> parts.offsets().get(part.index()));
    } catch (RuntimeException | Error e) {
      Failures.suppressed(e, parts::close);
      throw e;
    }
  }

  /// A buffer for each part, where one for all would be too large for the device.
  private List<@Nullable ResidentTensor> separate(
      SplitPlan plan, ResidentBlock<M, E> from, long at) {
    List<@Nullable Region<M>> regions = new ArrayList<>(plan.partCount());
    E done;
    try {
      for (Part part : plan.parts()) {
        regions.add(moves(part) ? Region.of(allocate(part)) : null);
      }
      Region<M> data = new Region<>(from.memory(), at);
      done = Turns.queued(session, () -> splitter.enqueue(plan, data, regions, from.after()));
    } catch (RuntimeException | Error e) {
      for (Region<M> region : regions) {
        if (region != null) {
          Failures.suppressed(e, () -> session.free(region.memory()));
        }
      }
      throw e;
    }
    Shared event = new Shared(() -> session.release(done));
    List<@Nullable ResidentTensor> tensors = new ArrayList<>(plan.partCount());
    for (Part part : plan.parts()) {
      Region<M> region = regions.get(part.index());
      tensors.add(
          region == null
              ? empty(part)
              : new DeviceTensor(
                  ResidentBlock.sharing(session, region.memory(), done, event), 0, part.bytes()));
    }
    return tensors;
  }

  private M allocate(Part part) {
    requireRoom(part.toString(), part.bytes());
    return session.allocate(part.bytes());
  }

  private List<@Nullable ResidentTensor> stretches(
      SplitPlan plan, ResidentBlock<M, E> block, ToLongFunction<Part> at) {
    List<@Nullable ResidentTensor> tensors = new ArrayList<>(plan.partCount());
    for (Part part : plan.parts()) {
      tensors.add(
          moves(part) ? new DeviceTensor(block, at.applyAsLong(part), part.bytes()) : empty(part));
    }
    return tensors;
  }

  private @Nullable ResidentTensor empty(Part part) {
    return part.isWanted() ? new DeviceTensor(null, 0, 0) : null;
  }

  private final class DeviceTensor implements ResidentTensor {
    private final @Nullable ResidentBlock<M, E> block;
    private final long at;
    private final long bytes;
    private boolean closed;

    /// @param block null for a tensor without bytes, for which a device has no memory
    DeviceTensor(@Nullable ResidentBlock<M, E> block, long at, long bytes) {
      this.block = block;
      this.at = at;
      this.bytes = bytes;
      if (block != null) {
        block.holders().hold();
      }
      open++;
    }

    @Override
    public List<@Nullable ResidentTensor> split(SplitPlan plan) {
      requireOpen();
      ResidentBytes.requirePlan(plan, bytes);
      List<Part> moved = plan.parts().stream().filter(OpenClResidence::moves).toList();
      if (block == null || moved.isEmpty()) {
        List<@Nullable ResidentTensor> nothing = new ArrayList<>(plan.partCount());
        plan.parts().forEach(part -> nothing.add(empty(part)));
        return nothing;
      }
      if (mayView && plan.isContiguous()) {
        return stretches(plan, block, part -> at + part.offset());
      }
      long alignment = session.facts().baseAlignment();
      long total = moved.stream().mapToLong(part -> part.bytes() + alignment).sum();
      return total <= largest ? packed(plan, block, at) : separate(plan, block, at);
    }

    @Override
    public void read(MemorySegment to) {
      requireOpen();
      ResidentBytes.requireTarget(to, bytes);
      if (block != null) {
        OpenClResidence.this.read(block, at, to);
      }
    }

    private void requireOpen() {
      if (closed) {
        throw new IllegalStateException("the tensor is closed; place another one");
      }
    }

    @Override
    public void close() {
      if (!closed) {
        closed = true;
        open--;
        if (block != null) {
          block.holders().letGo();
        }
      }
    }
  }
}
