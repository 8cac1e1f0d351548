package io.cleave.spi;

import io.cleave.Device;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Leaves every part as it is, and has nothing to close; for tests of what becomes of splitters.
public class IdleSplitter extends HostSplitter {
  @Override
  public void carryOut(SplitPlan plan, MemorySegment data, List<MemorySegment> parts) {}

  @Override
  protected void release() {}

  @Override
  public Device device() {
    return Device.cpu();
  }

  @Override
  public RouteExplanation route(SplitPlan plan) {
    return new RouteExplanation("idle", "for tests", List.of());
  }
}
