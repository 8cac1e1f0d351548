package io.cleave.spi;

import io.cleave.Splitter;
import io.cleave.Tensor;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Tensors in host memory. A tensor that is placed is used where it is.
public final class HostResidence extends AbstractResidence<MemorySegment> {
  /// Each part begins in a cache line of its own.
  private static final long ALIGNMENT = 64;

  private final Splitter splitter;

  /// @param splitter stays open
  public HostResidence(Splitter splitter) {
    this.splitter = splitter;
  }

  @Override
  protected Block<MemorySegment> store(Tensor tensor) {
    return new Block<>(tensor.data(), () -> {});
  }

  @Override
  protected List<ResidentTensor> split(SplitPlan plan, MemorySegment from, long at) {
    PackedLayout layout = PackedLayout.of(plan, ALIGNMENT);
    Arena arena = Arena.ofShared();
    try {
      MemorySegment all = arena.allocate(layout.bytes(), ALIGNMENT);
      splitter.split(plan, from.asSlice(at, plan.data().bytes()), layout.parts(plan, all));
      Block<MemorySegment> block = new Block<>(all, arena::close);
      return tensors(plan, part -> tensor(block, layout.offsets().get(part.index())));
    } catch (RuntimeException | Error e) {
      arena.close();
      throw e;
    }
  }

  @Override
  protected void read(MemorySegment from, long at, MemorySegment to) {
    to.copyFrom(from.asSlice(at, to.byteSize()));
  }

  @Override
  public void close() {
    // Tensors own their memory.
  }
}
