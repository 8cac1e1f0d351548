package io.cleave;

import io.cleave.backend.Device;
import io.cleave.backend.RouteName;
import io.cleave.backend.Splitter;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.ClBinding;
import io.cleave.opencl.ClSession;
import io.cleave.opencl.FoundDevice;
import io.cleave.opencl.OpenClSplitter;
import java.util.Optional;

/// Opens splitters for host memory. Whoever opens one closes it.
///
/// For data that lives on a device, see `LwjglSplitters` and `JoclSplitters`.
public final class Splitters {
  private Splitters() {}

  /// A splitter on the best device for data in host memory: plain Java, which is there at once, and
  /// for a large plan that has been split again and again, an OpenCL device that computes in the
  /// host's own memory. That is PoCL, if the JDK's `libjsig.so` is preloaded, and if data and parts
  /// are in native memory that is not a mapped file. A GPU is never chosen: data would cross a bus
  /// twice, which takes longer than the split.
  ///
  /// A device that fails is reported at WARN, once, and plain Java goes on.
  public static Splitter open() {
    return new ChoosingSplitter(CpuSplitter.open(), Splitters::openUnasked, Payback.measured());
  }

  private static Optional<Splitter> openUnasked() {
    return OpenCl.look()
        .unasked()
        .map(found -> open(found.binding(), found.device(), RouteName.AUTO));
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
