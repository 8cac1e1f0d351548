package io.cleave.spi;

import io.cleave.backend.Device;
import io.cleave.backend.ResidentTensor;
import io.cleave.backend.Splitter;
import io.cleave.backend.Tensor;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Tensors in host memory. A tensor that is placed is used where it is, and contiguous parts are
/// views.
public final class HostResidence extends AbstractResidence<MemorySegment> {
  private final Splitter splitter;

  /// Closes the splitter when it is closed.
  public HostResidence(Splitter splitter) {
    this.splitter = splitter;
  }

  @Override
  public Device device() {
    return splitter.device();
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
  protected boolean mayView() {
    return true;
  }

  @Override
  protected List<@Nullable ResidentTensor> split(
      SplitPlan plan, Block<MemorySegment> from, long at) {
    Arena arena = Arena.ofShared();
    Block<Arena> all = new Block<>(arena, arena::close);
    try {
      MemorySegment data = from.memory().asSlice(at, plan.bytes());
      Tensor whole = new Tensor(plan.shape(), plan.type(), data);
      List<@Nullable Tensor> copies = splitter.split(plan, whole, arena);
      return tensors(plan, part -> tensor(part, copies.get(part.index()), all));
    } finally {
      all.letGo();
    }
  }

  private @Nullable ResidentTensor tensor(Part part, @Nullable Tensor copy, Block<Arena> all) {
    if (copy == null) {
      return null;
    }
    all.hold();
    Block<MemorySegment> block = new Block<>(copy.data(), all::letGo);
    ResidentTensor tensor = tensor(part, block, 0);
    block.letGo();
    return tensor;
  }

  @Override
  protected void read(Block<MemorySegment> from, long at, MemorySegment to) {
    requireReachable("the tensor", from.memory());
    requireReachable("the segment", to);
    to.copyFrom(from.memory().asSlice(at, to.byteSize()));
  }

  @Override
  protected void release() {
    splitter.close();
  }
}
