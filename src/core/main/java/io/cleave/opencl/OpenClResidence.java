package io.cleave.opencl;

import io.cleave.backend.Device;
import io.cleave.backend.DeviceParts;
import io.cleave.backend.Region;
import io.cleave.backend.Residence;
import io.cleave.backend.ResidentTensor;
import io.cleave.backend.RouteName;
import io.cleave.backend.Tensor;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.Failures;
import io.cleave.opencl.session.NativeMemory;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.ResidentBytes;
import io.cleave.spi.ResidentTensors;
import io.cleave.spi.Shared;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// An OpenCL device's memory as the place where tensors live. Splits are queued one after the
/// other, each after the one that makes its data; only reading waits, but for devices that must not
/// run launches side by side.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
public final class OpenClResidence<M, E> implements Residence {
  private final ClSession<M, E> session;
  private final QueueSplitter<M, E> splitter;
  private final ResidentTransfers<M, E> transfers;
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
    this.transfers = new ResidentTransfers<>(session);
    this.mayView = wish == RouteName.AUTO;
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
      transfers.write(tensor.data(), memory);
    } catch (RuntimeException | Error e) {
      Failures.suppressed(e, () -> session.free(memory));
      throw e;
    }
    return new DeviceTensor(ResidentBlock.written(session, memory), 0, bytes);
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

  private List<@Nullable ResidentTensor> packed(SplitPlan plan, ResidentBlock<M, E> from, long at) {
    DeviceParts<M> parts = splitter.allocate(plan);
    Runnable close = parts::close;
    try {
      Region<M> data = new Region<>(from.memory(), at);
      E done = Turns.queued(session, () -> splitter.enqueue(plan, data, parts, from.after()));
      ResidentBlock<M, E> block = ResidentBlock.queued(session, parts.whole(), done, close);
      return stretches(plan, block, part -> parts.offsets().get(part.index()));
    } catch (RuntimeException | Error e) {
      Failures.suppressed(e, close);
      throw e;
    }
  }

  /// A buffer for each part, where one for all would be too large for the device.
  private List<@Nullable ResidentTensor> separate(
      SplitPlan plan, ResidentBlock<M, E> from, long at) {
    List<@Nullable Region<M>> regions = new ArrayList<>(plan.partCount());
    try {
      for (Part part : plan.parts()) {
        regions.add(part.isMoved() ? Region.of(allocate(part)) : null);
      }
      Region<M> data = new Region<>(from.memory(), at);
      E done = Turns.queued(session, () -> splitter.enqueue(plan, data, regions, from.after()));
      return each(plan, regions, done);
    } catch (RuntimeException | Error e) {
      for (Region<M> region : regions) {
        if (region != null) {
          Failures.suppressed(e, () -> session.free(region.memory()));
        }
      }
      throw e;
    }
  }

  /// @param regions those of the parts; a tensor takes its own away
  private List<@Nullable ResidentTensor> each(
      SplitPlan plan, List<@Nullable Region<M>> regions, E done) {
    Shared event = new Shared(() -> session.release(done));
    event.hold();
    try {
      return ResidentTensors.of(
          plan,
          part -> {
            Region<M> region = regions.get(part.index());
            if (region == null) {
              return empty(part);
            }
            ResidentBlock<M, E> block =
                ResidentBlock.sharing(session, region.memory(), done, event);
            regions.set(part.index(), null);
            return stretch(block, part);
          });
    } finally {
      event.letGo();
    }
  }

  /// The block goes with the tensor, also where that cannot be made.
  private ResidentTensor stretch(ResidentBlock<M, E> block, Part part) {
    block.holders().hold();
    try {
      return new DeviceTensor(block, 0, part.bytes());
    } finally {
      block.holders().letGo();
    }
  }

  private M allocate(Part part) {
    requireRoom(part.toString(), part.bytes());
    return session.allocate(part.bytes());
  }

  private List<@Nullable ResidentTensor> stretches(
      SplitPlan plan, ResidentBlock<M, E> block, ToLongFunction<Part> at) {
    block.holders().hold();
    try {
      return ResidentTensors.of(
          plan,
          part ->
              part.isMoved()
                  ? new DeviceTensor(block, at.applyAsLong(part), part.bytes())
                  : empty(part));
    } finally {
      block.holders().letGo();
    }
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
      List<Part> moved = plan.parts().stream().filter(Part::isMoved).toList();
      if (block == null || moved.isEmpty()) {
        return ResidentTensors.of(plan, OpenClResidence.this::empty);
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
        transfers.read(block, at, to);
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
