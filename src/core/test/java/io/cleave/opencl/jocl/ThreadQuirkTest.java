package io.cleave.opencl.jocl;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.backend.Device;
import io.cleave.backend.Obstacle;
import io.cleave.opencl.route.job.DeviceFacts;
import io.cleave.opencl.session.Discovery;
import io.cleave.opencl.session.FoundDevice;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThreadQuirkTest {
  @Test
  void onlyTheFragileDeviceIsTakenOut() {
    FoundDevice sound = found("Portable Computing Language", "processor");
    FoundDevice fragile = found("Oclgrind", "Oclgrind Simulator");
    var known = new Obstacle("a", "b", "c");
    Discovery left = ThreadQuirk.apply(new Discovery(List.of(fragile, sound), List.of(known)));
    assertThat(left.devices()).containsExactly(sound);
    assertThat(left.obstacles()).hasSize(2).startsWith(known);
    assertThat(left.obstacles().get(1))
        .asString()
        .startsWith("Oclgrind Simulator (Oclgrind): it crashes")
        .endsWith("; use it through the lwjgl binding");
  }

  private static FoundDevice found(String platform, String name) {
    var device = new Device(Device.Kind.CPU, platform, name, 1, 1 << 20);
    return new FoundDevice(
        0, 0, new DeviceFacts(device, "OpenCL 1.2", 128, 1 << 20, 1 << 15, 1, true));
  }
}
