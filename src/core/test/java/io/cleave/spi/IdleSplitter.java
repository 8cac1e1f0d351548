package io.cleave.spi;

import io.cleave.conformance.PlainSplitter;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Leaves every part as it is.
public class IdleSplitter extends PlainSplitter {
  @Override
  public void carryOut(SplitPlan plan, MemorySegment data, List<MemorySegment> parts) {}
}
