package io.cleave.opencl.lwjgl;

import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import io.cleave.opencl.session.Discovery;
import io.cleave.opencl.session.FoundDevice;

/// The device that tests run on: missing, it is a failure in CI and a skip elsewhere.
final class Pocl {
  private Pocl() {}

  static FoundDevice find() {
    Discovery discovery = new LwjglBinding().discover();
    for (FoundDevice device : discovery.devices()) {
      if (device.facts().device().platform().equals("Portable Computing Language")) {
        return device;
      }
    }
    String missing = "PoCL is not installed: %s".formatted(discovery.obstacles());
    return System.getenv("CI") == null ? abort(missing) : fail(missing);
  }
}
