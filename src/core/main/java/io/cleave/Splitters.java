package io.cleave;

import io.cleave.backend.Binding;
import io.cleave.backend.Device;
import io.cleave.backend.RouteName;
import io.cleave.backend.Splitter;
import io.cleave.cpu.CpuSplitter;
import io.cleave.tune.TunedSplitters;
import io.cleave.tune.TuningFile;
import io.cleave.tune.TuningMode;

/// Opens splitters for host memory. Close a splitter after use.
///
/// For data that lives on a device, see `LwjglSplitters` and `JoclSplitters`.
public final class Splitters {
  private Splitters() {}

  /// A splitter by the fastest means of this machine for data in host memory: plain Java, with
  /// loops on the Vector API where the JVM has it and they are faster. For large tensors in native
  /// memory that are split again and again, OpenCL devices that compute in the host's memory are
  /// measured too (PoCL, if the JVM's environment is as the page on devices asks for). A GPU is
  /// never chosen: data would cross a bus twice, which takes longer than the split.
  ///
  /// Candidates are measured on the calls themselves. With `-Dcleave.choice=fixed` nothing is
  /// measured, and only what `cleave tune` stored is used beside plain Java.
  ///
  /// A device that fails is replaced by plain Java, with one warning.
  public static Splitter open() {
    return TunedSplitters.open(TuningMode.usualOr(TuningMode.MEASURE), TuningFile::usual);
  }

  /// A splitter on this device, through the first binding that reaches it.
  ///
  /// @throws IllegalArgumentException if there is no such device here
  /// @throws io.cleave.backend.OpenClException if the driver refuses
  public static Splitter open(Device device) {
    return open(device, Binding.AUTO, RouteName.AUTO);
  }

  /// A splitter on this device, through this binding, on this route. With [RouteName#AUTO] the
  /// device's routes are measured as in [#open()].
  ///
  /// @throws IllegalArgumentException if the binding does not reach the device, or the device has
  ///   no such route
  /// @throws io.cleave.backend.OpenClException if the driver refuses
  public static Splitter open(Device device, Binding binding, RouteName route) {
    if (device.kind() == Device.Kind.JAVA) {
      requirePlain(device, binding, route);
      return CpuSplitter.open();
    }
    return route == RouteName.AUTO
        ? TunedSplitters.open(
            device, binding, TuningMode.usualOr(TuningMode.MEASURE), TuningFile::usual)
        : TunedSplitters.open(device, binding, route);
  }

  private static void requirePlain(Device device, Binding binding, RouteName route) {
    if (binding != Binding.AUTO || route != RouteName.AUTO) {
      throw new IllegalArgumentException(
          "device %s is plain Java, which has neither bindings nor routes; leave them out, or choose an OpenCL device"
              .formatted(device.name()));
    }
  }
}
