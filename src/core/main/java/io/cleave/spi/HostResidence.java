package io.cleave.spi;

import io.cleave.Splitter;
import io.cleave.Tensor;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Tensors in host memory. A tensor that is placed is used where it is.
public final class HostResidence extends AbstractResidence<MemorySegment> {
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
  protected Block<MemorySegment> split(
      SplitPlan plan, MemorySegment from, long at, PackedLayout layout) {
    Arena arena = Arena.ofShared();
    try {
      MemorySegment all = arena.allocate(layout.bytes(), PackedLayout.PART_ALIGNMENT);
      splitter.split(plan, from.asSlice(at, plan.data().bytes()), layout.parts(plan, all));
      return new Block<>(all, arena::close);
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
