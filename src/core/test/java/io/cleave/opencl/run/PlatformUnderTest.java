package io.cleave.opencl.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import io.cleave.Device;
import io.cleave.opencl.session.ClApi;
import io.cleave.opencl.session.DeviceSearch;
import io.cleave.opencl.session.FoundDevice;
import io.cleave.opencl.session.LwjglApi;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/// The platform that tests with the tag `device` are about (those with `long`, too, compile for
/// minutes on some): PoCL's, or the one of a run of its own that `-Dcleave.platform` names. The
/// drivers of such a run stand in a folder, which the loader is told before the JVM starts.
public final class PlatformUnderTest {
  /// Its name.
  public static final String NAME =
      System.getProperty("cleave.platform", "Portable Computing Language");

  // A context that is open as long as the JVM runs: with its last one PoCL drops the library of
  // OpenCL's functions, and takes a second to load it when the next context compiles.
  static {
    LwjglApi binding = new LwjglApi();
    onPlatform(DeviceSearch.run(binding))
        .ifPresent(found -> binding.clCreateContext(found.handle()));
  }

  private PlatformUnderTest() {}

  /// Its first device. Without one a test is skipped; it fails where there should be one: in CI, or
  /// where the folder of the run's drivers is there.
  public static FoundDevice device(ClApi<?, ?> binding) {
    DeviceSearch search = DeviceSearch.run(binding);
    return onPlatform(search)
        .orElseGet(
            () ->
                missing(
                    "%s has no device through %s; docker/setup.sh installs it (%s)"
                        .formatted(NAME, binding.binding(), search.obstacles())));
  }

  private static Optional<FoundDevice> onPlatform(DeviceSearch search) {
    return search.devices().stream()
        .filter(device -> device.info().device().platform().equals(NAME))
        .findFirst();
  }

  /// Opens something on a processor that is taken for a GPU, and so gets the kernels of one.
  public static <T> T asAGpu(Supplier<T> opener) {
    // They are looked for once in a process, and stay what they are.
    assertThat(Device.all()).isNotEmpty();
    System.setProperty("cleave.opencl.kind", "gpu");
    try {
      return opener.get();
    } finally {
      System.clearProperty("cleave.opencl.kind");
    }
  }

  private static FoundDevice missing(String reason) {
    return isRequired() ? fail(reason) : abort(reason);
  }

  private static boolean isRequired() {
    return System.getProperty("cleave.platform") == null
        ? System.getenv("CI") != null
        : Files.exists(Path.of(System.getenv("OCL_ICD_VENDORS")));
  }
}
