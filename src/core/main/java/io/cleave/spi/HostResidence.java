package io.cleave.spi;

import io.cleave.backend.ResidentTensor;
import io.cleave.backend.Splitter;
import io.cleave.backend.Tensor;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Tensors in host memory. A tensor that is placed is used where it is.
public final class HostResidence extends AbstractResidence<MemorySegment> {
  private final Splitter splitter;

  /// Closes the splitter when it is closed.
  public HostResidence(Splitter splitter) {
    this.splitter = splitter;
  }

  @Override
  protected Block<MemorySegment> store(Tensor tensor) {
    requireReachable("the data", tensor.data());
    return new Block<>(tensor.data(), () -> {});
  }

  private static void requireReachable(String what, MemorySegment memory) {
    if (!memory.isAccessibleBy(Thread.currentThread())) {
      throw new IllegalArgumentException(
          "%s belongs to the confined arena of another thread; go on there, or use Arena.ofShared()"
              .formatted(what));
    }
  }

  @Override
  protected List<@Nullable ResidentTensor> split(SplitPlan plan, MemorySegment from, long at) {
    Tensor data = new Tensor(plan.shape(), plan.type(), from.asSlice(at, plan.bytes()));
    AtomicLong users = new AtomicLong(plan.parts().stream().filter(Part::isMoved).count());
    Arena arena = Arena.ofShared();
    Runnable release =
        () -> {
          if (users.decrementAndGet() == 0) {
            arena.close();
          }
        };
    try {
      List<@Nullable Tensor> copies = splitter.split(plan, data, arena);
      return tensors(
          plan,
          part -> {
            Tensor copy = Objects.requireNonNull(copies.get(part.index()));
            return tensor(part, new Block<>(copy.data(), release), 0);
          });
    } catch (RuntimeException | Error e) {
      arena.close();
      throw e;
    }
  }

  @Override
  protected void read(MemorySegment from, long at, MemorySegment to) {
    requireReachable("the tensor", from);
    requireReachable("the segment", to);
    to.copyFrom(from.asSlice(at, to.byteSize()));
  }

  @Override
  protected void release() {
    splitter.close();
  }
}
