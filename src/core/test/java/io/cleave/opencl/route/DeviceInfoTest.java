package io.cleave.opencl.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.spi.KnownDevice.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What drivers do differently.
class DeviceInfoTest {
  private static final List<DeviceInfo> ALL =
      List.of(
          RouterDevices.POCL,
          RouterDevices.INTEL,
          RouterDevices.RUSTICL,
          RouterDevices.OCLGRIND,
          RouterDevices.NVIDIA,
          RouterDevices.AMD,
          RouterDevices.of(Kind.GPU, "Portable Computing Language", 512, 48 << 10, 1024));

  @Test
  void driversHaveQuirks() {
    assertThat(ALL)
        .extracting(DeviceInfo::serialLaunches)
        .containsExactly(true, false, false, false, false, false, true);
    assertThat(ALL)
        .extracting(DeviceInfo::serialBuilds)
        .containsExactly(false, true, false, false, false, false, false);
    assertThat(ALL).extracting(DeviceInfo::maxOutputs).containsExactly(64, 64, 64, 64, 64, 16, 64);
    assertThat(ALL)
        .extracting(DeviceInfo::isWorthProbing)
        .containsExactly(true, true, false, false, false, false, false);
  }
}
