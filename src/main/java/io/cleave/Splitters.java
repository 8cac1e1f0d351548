package io.cleave;

import io.cleave.backend.Device;
import io.cleave.backend.RouteName;
import io.cleave.backend.Splitter;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.ClBinding;
import io.cleave.opencl.ClSession;
import io.cleave.opencl.FoundDevice;
import io.cleave.opencl.OpenClSplitter;

/// Opens splitters for host memory. Whoever opens one closes it.
///
/// For data that lives on a device, see `LwjglSplitters` and `JoclSplitters`.
public final class Splitters {
  private Splitters() {}

  /// A splitter on the best device for data in host memory, which is the CPU in plain Java.
  public static Splitter open() {
    return open(Devices.cpu());
  }

  /// A splitter on this device, through whichever binding works.
  ///
  /// @throws IllegalArgumentException if there is no such device here
  /// @throws io.cleave.opencl.OpenClException if the driver refuses
  public static Splitter open(Device device) {
    return open(device, Binding.AUTO, RouteName.AUTO);
  }

  /// A splitter on this device, through this binding, on this route.
  ///
  /// @throws IllegalArgumentException if the binding does not reach the device, or the device has
  ///   no such route
  /// @throws io.cleave.opencl.OpenClException if the driver refuses
  public static Splitter open(Device device, Binding binding, RouteName route) {
    if (device.kind() == Device.Kind.JAVA) {
      requirePlain(device, binding, route);
      return CpuSplitter.open();
    }
    OpenCl.Found found = OpenCl.require(device, binding);
    return open(found.binding(), found.device(), route);
  }

  private static <M, E> Splitter open(
      ClBinding<M, E> binding, FoundDevice device, RouteName route) {
    ClSession<M, E> session = binding.open(device);
    try {
      return new OpenClSplitter<>(session, CpuSplitter.open(), route);
    } catch (RuntimeException | Error e) {
      session.close();
      throw e;
    }
  }

  private static void requirePlain(Device device, Binding binding, RouteName route) {
    if (binding != Binding.AUTO || route != RouteName.AUTO) {
      throw new IllegalArgumentException(
          "device %s is plain Java, which has neither bindings nor routes; leave them out, or choose an OpenCL device"
              .formatted(device.name()));
    }
  }
}
