package io.cleave;

import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import io.cleave.backend.Binding;
import io.cleave.backend.Device;
import io.cleave.backend.RouteName;
import io.cleave.backend.Splitter;
import io.cleave.opencl.TestSplitters;
import io.cleave.opencl.session.DeviceSearch;
import io.cleave.opencl.session.LwjglApi;

/// Opens splitters on a device that a test is about.
public final class Twin {
  private Twin() {}

  /// A splitter on the first device of a platform.
  ///
  /// Where there is no such device the test fails in CI, and is skipped elsewhere.
  public static Splitter open(String platform, Binding binding, RouteName route) {
    return Splitters.open(device(platform), binding, route);
  }

  /// The same with the kernels that a GPU gets, and memory of its own.
  public static Splitter asOnAGpu(String platform, RouteName route) {
    LwjglApi binding = new LwjglApi();
    Device device = device(platform);
    return DeviceSearch.run(binding).devices().stream()
        .filter(found -> found.facts().device().equals(device))
        .map(found -> new TestSplitters<>(binding, found).asOnAGpu(route))
        .findFirst()
        .orElseThrow();
  }

  private static Device device(String platform) {
    return Devices.all().stream()
        .filter(device -> device.platform().contains(platform))
        .findFirst()
        .orElseGet(() -> missing(platform));
  }

  private static Device missing(String platform) {
    String reason =
        "no device of platform %s; docker/setup.sh installs it (%s)"
            .formatted(platform, Devices.obstacles());
    return System.getenv("CI") == null ? abort(reason) : fail(reason);
  }
}
