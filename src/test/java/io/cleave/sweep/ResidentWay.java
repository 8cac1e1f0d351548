package io.cleave.sweep;

import io.cleave.backend.Device;
import io.cleave.backend.HostSplitter;
import io.cleave.backend.Residence;
import io.cleave.backend.ResidentTensor;
import io.cleave.backend.Route;
import io.cleave.backend.Tensor;
import io.cleave.opencl.session.Failures;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Places data on a device, splits it there, and reads the parts.
final class ResidentWay extends HostSplitter {
  private final Residence residence;
  private final boolean mayRound;

  /// @param residence is closed with it
  /// @param mayRound whether the device may round in a way of its own, and so refuses to convert
  ResidentWay(Residence residence, boolean mayRound) {
    this.residence = residence;
    this.mayRound = mayRound;
  }

  @Override
  public Device device() {
    return residence.device();
  }

  @Override
  public Route explain(SplitPlan plan) {
    if (mayRound && plan.converts()) {
      throw new IllegalArgumentException("the device may round in a way of its own");
    }
    return new Route("resident", "data is placed, split and read", List.of());
  }

  @Override
  protected synchronized void carryOut(
      SplitPlan plan, MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
    try (Arena arena = Arena.ofConfined();
        ResidentTensor placed = residence.place(new Tensor(plan.shape(), plan.type(), data))) {
      List<@Nullable ResidentTensor> made = placed.split(plan);
      try {
        for (int i = 0; i < parts.size(); i++) {
          MemorySegment to = parts.get(i);
          ResidentTensor from = made.get(i);
          if (to != null && from != null) {
            MemorySegment read = arena.allocate(to.byteSize());
            from.read(read);
            to.copyFrom(read);
          }
        }
      } finally {
        closeAll(made);
      }
    }
  }

  private static void closeAll(List<@Nullable ResidentTensor> made) {
    Failures failures = new Failures();
    for (ResidentTensor tensor : made) {
      if (tensor != null) {
        failures.attempt(tensor::close);
      }
    }
    failures.throwFirst();
  }

  @Override
  protected void release() {
    residence.close();
  }
}
