package io.cleave.spi;

import io.cleave.backend.Device;
import io.cleave.backend.Residence;
import io.cleave.backend.ResidentTensor;
import io.cleave.backend.Splitter;
import io.cleave.backend.Tensor;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The host's memory as the place where tensors live: tensors that are placed are used where they
/// are, and parts that stand in one piece are views.
public final class HostResidence implements Residence {
  private final Splitter splitter;
  private int open;
  private boolean closed;

  /// Closes the splitter when it is closed.
  public HostResidence(Splitter splitter) {
    this.splitter = splitter;
  }

  @Override
  public Device device() {
    return splitter.device();
  }

  @Override
  public ResidentTensor place(Tensor tensor) {
    if (closed) {
      throw new IllegalStateException("the residence is closed; open another one");
    }
    requireReachable("the data", tensor.data());
    return new HostTensor(tensor.data(), new Shared(() -> {}));
  }

  private static void requireReachable(String what, MemorySegment memory) {
    if (!memory.isAccessibleBy(Thread.currentThread())) {
      throw new IllegalArgumentException(
          "%s belongs to the confined arena of another thread; go on there, or use Arena.ofShared()"
              .formatted(what));
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

  private final class HostTensor implements ResidentTensor {
    private final MemorySegment data;
    private final Shared memory;
    private boolean closed;

    HostTensor(MemorySegment data, Shared memory) {
      this.data = data;
      this.memory = memory;
      memory.hold();
      open++;
    }

    @Override
    public List<@Nullable ResidentTensor> split(SplitPlan plan) {
      requireOpen();
      ResidentBytes.requirePlan(plan, data.byteSize());
      return plan.isContiguous() ? view(plan) : copy(plan);
    }

    private List<@Nullable ResidentTensor> view(SplitPlan plan) {
      return ResidentTensors.of(plan, part -> part.isWanted() ? view(part) : null);
    }

    private ResidentTensor view(Part part) {
      long at = part.isEmpty() ? 0 : part.offset();
      return new HostTensor(data.asSlice(at, part.bytes()), memory);
    }

    private List<@Nullable ResidentTensor> copy(SplitPlan plan) {
      Arena arena = Arena.ofShared();
      Shared shared = new Shared(arena::close);
      shared.hold();
      try {
        Tensor whole = new Tensor(plan.shape(), plan.type(), data);
        List<@Nullable Tensor> copies = splitter.split(plan, whole, arena);
        return ResidentTensors.of(plan, part -> held(copies.get(part.index()), shared));
      } finally {
        shared.letGo();
      }
    }

    private @Nullable ResidentTensor held(@Nullable Tensor tensor, Shared shared) {
      return tensor == null ? null : new HostTensor(tensor.data(), shared);
    }

    @Override
    public void read(MemorySegment to) {
      requireOpen();
      ResidentBytes.requireTarget(to, data.byteSize());
      requireReachable("the tensor", data);
      requireReachable("the segment", to);
      to.copyFrom(data);
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
        memory.letGo();
      }
    }
  }
}
