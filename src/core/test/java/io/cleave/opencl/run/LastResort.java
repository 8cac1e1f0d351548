package io.cleave.opencl.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.conformance.PlainSplitter;
import io.cleave.opencl.route.DeviceInfo;
import io.cleave.plan.Geometry;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// The host's splitter behind a device: fails where it gets what the device can carry out.
final class LastResort extends PlainSplitter {
  /// Memory that a device cannot use in place goes through buffers of at most so many bytes.
  private static final long MOST_STAGED = 64 << 20;

  /// Stretches that a device takes longer for.
  private static final long MANY = 1 << 16;

  private final DeviceInfo info;

  LastResort(DeviceInfo info) {
    this.info = info;
  }

  @Override
  public void carryOut(SplitPlan plan, MemorySegment data, List<MemorySegment> parts) {
    requireImpossible(plan);
    super.carryOut(plan, data, parts);
  }

  private void requireImpossible(SplitPlan plan) {
    boolean isEmpty = plan.parts().stream().allMatch(Part::isEmpty);
    boolean isRoundedOtherwise = plan.conversion().isPresent() && !info.exactFloats();
    long most = Math.min(MOST_STAGED, Chunks.largest(info));
    Geometry loops = plan.geometry();
    boolean isScattered = loops.allRows() >= MANY * loops.rows();
    boolean isTooLarge = !Chunks.of(plan, most, most, true).fit();
    assertThat(isEmpty || isRoundedOtherwise || isScattered || isTooLarge)
        .as("device %s cannot carry out %s", info.device().name(), plan)
        .isTrue();
  }
}
