package io.cleave.opencl.jocl;

import io.cleave.backend.Obstacle;
import io.cleave.opencl.session.Discovery;
import io.cleave.opencl.session.FoundDevice;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Takes out the devices that do not survive JOCL's threads.
///
/// For every transfer that does not block, JOCL has a thread of its own wait, whatever its user
/// does. Oclgrind 21.10 executes a queue in the thread that waits, without a lock: of 4 runs of the
/// session contract, 3 ended the JVM with failed assertions and with memory freed twice.
final class ThreadQuirk {
  private static final Set<String> PLATFORMS = Set.of("Oclgrind");

  private ThreadQuirk() {}

  /// The discovery, with obstacles for devices that must not be used.
  static Discovery apply(Discovery discovery) {
    List<FoundDevice> devices = new ArrayList<>();
    List<Obstacle> obstacles = new ArrayList<>(discovery.obstacles());
    for (FoundDevice device : discovery.devices()) {
      String platform = device.facts().device().platform();
      if (PLATFORMS.contains(platform)) {
        obstacles.add(obstacle(device.facts().device().name(), platform));
      } else {
        devices.add(device);
      }
    }
    return new Discovery(devices, obstacles);
  }

  private static Obstacle obstacle(String name, String platform) {
    return new Obstacle(
        "%s (%s)".formatted(name, platform),
        "it crashes when two threads use it, and JOCL waits for transfers in threads of its own",
        "use it through the lwjgl binding");
  }
}
