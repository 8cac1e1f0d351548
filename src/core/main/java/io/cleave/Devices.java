package io.cleave;

import io.cleave.backend.Binding;
import io.cleave.backend.Device;
import io.cleave.backend.Obstacle;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.session.OpenCl;
import java.util.List;

/// Lists the devices that can be used here. Plain Java on the CPU is always there; having no OpenCL
/// is no error.
///
/// OpenCL drivers are loaded once, by the first call that needs them. Safe for use by many threads.
public final class Devices {
  private Devices() {}

  /// All devices, plain Java on the CPU first.
  public static List<Device> all() {
    return OpenCl.look().all();
  }

  /// Plain Java on the processors that run the JVM. Loads no driver.
  public static Device cpu() {
    return CpuSplitter.describe();
  }

  /// Reasons for which OpenCL devices are not found, with remedies.
  public static List<Obstacle> obstacles() {
    return OpenCl.look().obstacles();
  }

  /// The bindings that reach a device; none for plain Java.
  public static List<Binding> bindings(Device device) {
    return OpenCl.look().bindings(device);
  }
}
