package io.cleave.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.backend.Device;
import io.cleave.opencl.route.job.Abilities;
import io.cleave.opencl.route.job.DeviceFacts;
import io.cleave.opencl.route.job.Placement;
import org.junit.jupiter.api.Test;

/// Where the parts of a split go on a device that shares memory with the host.
class SharedSplitTest {
  private static final Device DEVICE =
      new Device(Device.Kind.CPU, "a platform", "a processor", 2, 64L << 30);
  private static final DeviceFacts FACTS =
      new DeviceFacts(DEVICE, "OpenCL 3.0", 128, 16L << 30, 32 << 10, 1024, true, true);

  /// Only a device in the host's own memory is told addresses; to others they would mean nothing.
  @Test
  void onlyHostMemoryHasAddresses() {
    DeviceFacts found = FACTS.with(new Abilities(false, true));
    assertThat(SharedSplit.placement(found).target()).isEqualTo(new Placement.Addressed());
    assertThat(SharedSplit.placement(FACTS).target()).isEqualTo(Placement.Separate.AT_ZERO);
  }
}
