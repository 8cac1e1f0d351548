package io.cleave.bench;

import io.cleave.backend.Binding;
import io.cleave.backend.Device;
import io.cleave.backend.RouteName;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;

/// Copies the bytes of a tensor as they are, by this library's kernel: a split into one part, past
/// the caches where the device can.
///
/// @param device what does the work
/// @param pool where the copy goes
record CopyKernel(Device device, OutputPool pool) implements Contender {
  @Override
  public Label label() {
    return new Label(device.name(), "", "copy kernel");
  }

  @Override
  public Run prepare(SplitPlan plan, MemorySegment data) {
    SplitterContender streamed = by(RouteName.STREAMED);
    return (streamed.refusal(plan).isEmpty() ? streamed : by(RouteName.FUSED)).prepare(plan, data);
  }

  private SplitterContender by(RouteName route) {
    return new SplitterContender(device, Binding.AUTO, route, pool);
  }
}
