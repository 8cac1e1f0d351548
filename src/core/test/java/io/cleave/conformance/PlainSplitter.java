package io.cleave.conformance;

import io.cleave.Device;
import io.cleave.cpu.CpuSplitter;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.AbstractSplitter;
import io.cleave.spi.RouteExplanation;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.BiConsumer;

/// Plain Java with one thread, for tests that do something beside it.
public class PlainSplitter extends AbstractSplitter {
  private final CpuSplitter java = CpuSplitter.open(1);
  private final BiConsumer<MemorySegment, List<MemorySegment>> then;

  /// A splitter that does nothing else.
  public PlainSplitter() {
    this((_, _) -> {});
  }

  /// @param then what it does with data and parts after each split
  public PlainSplitter(BiConsumer<MemorySegment, List<MemorySegment>> then) {
    this.then = then;
  }

  @Override
  public void carryOut(SplitPlan plan, MemorySegment data, List<MemorySegment> parts) {
    java.carryOut(plan, data, parts);
    then.accept(data, parts);
  }

  @Override
  public Device device() {
    return java.device();
  }

  @Override
  public RouteExplanation route(SplitPlan plan) {
    return java.route(plan);
  }

  @Override
  protected void release() {
    java.close();
  }
}
