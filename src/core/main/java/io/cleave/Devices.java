package io.cleave;

import io.cleave.backend.Binding;
import io.cleave.backend.Device;
import io.cleave.backend.Obstacle;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.session.OpenCl;
import java.util.List;

/// The devices that can be used here. The CPU is always there, in plain Java; having no OpenCL is
/// no error.
///
/// OpenCL is looked for once, when it is first asked for. Safe for use by many threads.
public final class Devices {
  private Devices() {}

  /// All devices, the CPU in plain Java first.
  public static List<Device> all() {
    return OpenCl.look().all();
  }

  /// The processors that run the JVM, in plain Java.
  public static Device cpu() {
    return CpuSplitter.describe();
  }

  /// What kept OpenCL devices from being found, and what to do about it.
  public static List<Obstacle> obstacles() {
    return OpenCl.look().obstacles();
  }

  /// The bindings through which a device can be reached; none for the CPU in plain Java.
  public static List<Binding> bindings(Device device) {
    return OpenCl.look().bindings(device);
  }
}
