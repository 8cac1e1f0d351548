package io.cleave.file;

import io.cleave.backend.Device;
import io.cleave.backend.HostSplitter;
import io.cleave.backend.Route;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Splits in the plainest way, so that these tests need no device.
class NaiveSplitter extends HostSplitter {
  @Override
  protected void carryOut(
      SplitPlan plan, MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
    for (long row = 0; row < plan.rows(); row++) {
      for (Part part : plan.parts()) {
        MemorySegment target = parts.get(part.index());
        if (target != null) {
          long from = row * plan.row() + part.offset();
          MemorySegment.copy(data, from, target, row * part.run(), part.run());
        }
      }
    }
  }

  @Override
  protected void release() {}

  @Override
  public Device device() {
    return new Device(Device.Kind.JAVA, "Java", "naive", 1, Long.MAX_VALUE);
  }

  @Override
  public Route explain(SplitPlan plan) {
    return new Route("naive", "for tests", List.of());
  }
}
