package io.cleave.opencl.jocl;

import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import io.cleave.opencl.session.DeviceSearch;
import io.cleave.opencl.session.Discovery;
import io.cleave.opencl.session.FoundDevice;
import org.jocl.cl_device_id;

/// PoCL's device. Where it is missing, a test is skipped, but not in CI.
final class Pocl {
  static final String PLATFORM = "Portable Computing Language";

  private Pocl() {}

  static FoundDevice device() {
    Discovery discovery = new JoclBinding().discover();
    for (FoundDevice device : discovery.devices()) {
      if (device.facts().device().platform().equals(PLATFORM)) {
        return device;
      }
    }
    String missing = "%s has no device through jocl".formatted(PLATFORM);
    return System.getenv("CI") == null
        ? abort(missing)
        : fail("%s, but must have one here: %s".formatted(missing, discovery.obstacles()));
  }

  /// A context and a queue, as a program of the user's has them.
  static JoclResources contextAndQueue() {
    FoundDevice found = device();
    cl_device_id device = DeviceSearch.find(found, new JoclLoader());
    return JoclOpening.own(device, found.facts());
  }
}
