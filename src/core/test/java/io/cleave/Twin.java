package io.cleave;

import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import io.cleave.opencl.run.TestSplitters;
import io.cleave.opencl.session.Binding;
import io.cleave.opencl.session.DeviceSearch;
import io.cleave.opencl.session.LwjglApi;
import io.cleave.opencl.session.OpenCl;
import io.cleave.tune.TunedSplitters;

/// Opens splitters on a device that a test is about.
public final class Twin {
  private Twin() {}

  /// A splitter on the first device of a platform.
  ///
  /// Where there is no such device the test fails in CI, and is skipped elsewhere.
  public static Splitter open(String platform, Binding binding, Route route) {
    return TunedSplitters.open(device(platform), binding, route);
  }

  /// A splitter on the device with the kernels that a GPU gets, and memory of its own, a few bytes
  /// at once.
  public static Splitter asOnAGpu(String platform, Route route, long slabBytes) {
    LwjglApi binding = new LwjglApi();
    Device device = device(platform);
    return DeviceSearch.run(binding).devices().stream()
        .filter(found -> found.info().device().equals(device))
        .map(found -> new TestSplitters<>(binding, found).asOnAGpu(route, slabBytes))
        .findFirst()
        .orElseThrow();
  }

  private static Device device(String platform) {
    return Device.all().stream()
        .filter(device -> device.platform().contains(platform))
        .findFirst()
        .orElseGet(() -> missing(platform));
  }

  private static Device missing(String platform) {
    String reason =
        "no device of platform %s; docker/setup.sh installs it (%s)"
            .formatted(platform, OpenCl.obstacles());
    boolean isRequired =
        System.getenv("CI") != null && !platform.equals(System.getenv("CLEAVE_LACKS"));
    return isRequired ? fail(reason) : abort(reason);
  }
}
