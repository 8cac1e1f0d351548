package io.cleave.backend;

import io.cleave.cpu.CpuSplitter;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.HostSplitter;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Leaves every part as it is, and has nothing to close; for tests of what becomes of splitters.
public class IdleSplitter extends HostSplitter {
  @Override
  public void carryOut(
      SplitPlan plan, MemorySegment data, List<? extends @Nullable MemorySegment> parts) {}

  @Override
  protected void release() {}

  @Override
  public Device device() {
    return CpuSplitter.describe();
  }

  @Override
  public Route explain(SplitPlan plan) {
    return new Route("idle", "for tests", List.of());
  }
}
