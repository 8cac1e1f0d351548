package io.cleave.bench.peers;

import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/// Memory for the parts of a plan that a peer can be made to write to.
final class Outputs implements AutoCloseable {
  private static final long CACHE_LINE = 64;

  private final Arena arena = Arena.ofShared();
  private final List<MemorySegment> parts;

  Outputs(SplitPlan plan) {
    this.parts = plan.parts().stream().map(this::allocate).toList();
  }

  private MemorySegment allocate(Part part) {
    return arena.allocate(part.bytes(), CACHE_LINE);
  }

  MemorySegment part(int index) {
    return parts.get(index);
  }

  ByteBuffer buffer(int index) {
    return buffer(part(index));
  }

  /// The same memory as bindings that know no segments take it.
  static ByteBuffer buffer(MemorySegment memory) {
    return memory.asByteBuffer().order(ByteOrder.nativeOrder());
  }

  @Override
  public void close() {
    arena.close();
  }
}
