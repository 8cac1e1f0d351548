package io.cleave.sweep;

import io.cleave.Device;
import io.cleave.Tensor;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.HostSplitter;
import io.cleave.spi.Residence;
import io.cleave.spi.ResidentTensor;
import io.cleave.spi.RouteExplanation;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Places data on a device, splits it there, and reads the parts.
final class ResidentSplits extends HostSplitter {
  private final Residence residence;

  /// @param residence is closed with it
  ResidentSplits(Residence residence) {
    this.residence = residence;
  }

  @Override
  public Device device() {
    return Device.cpu();
  }

  @Override
  public RouteExplanation route(SplitPlan plan) {
    return new RouteExplanation("resident", "data is placed, split and read", List.of());
  }

  @Override
  public synchronized void carryOut(SplitPlan plan, MemorySegment data, List<MemorySegment> parts) {
    try (Arena arena = Arena.ofConfined();
        ResidentTensor placed =
            residence.place(new Tensor(plan.data().type(), plan.data().shape(), data))) {
      List<ResidentTensor> made = placed.split(plan);
      for (int i = 0; i < parts.size(); i++) {
        MemorySegment to = parts.get(i);
        ResidentTensor from = made.get(i);
        MemorySegment read = arena.allocate(to.byteSize());
        from.read(read);
        to.copyFrom(read);
        from.close();
      }
    }
  }

  @Override
  protected void release() {
    residence.close();
  }
}
