package io.cleave;

import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.session.Obstacle;
import io.cleave.opencl.session.OpenCl;
import io.cleave.spi.KnownDevice;
import io.cleave.text.OneLine;
import java.util.List;
import java.util.Optional;

/// The CPU in plain Java, or an OpenCL device. Immutable value with `equals`. Only Cleave
/// implements it: methods may be added.
///
/// OpenCL drivers are loaded once, by the first call that needs them.
public interface Device {
  /// All devices, the CPU first. No OpenCL is not an error.
  static List<Device> all() {
    return OpenCl.all();
  }

  /// The CPU, with all its processors. Loads no driver.
  static Device cpu() {
    return cpu(Runtime.getRuntime().availableProcessors());
  }

  /// The CPU, with at most this many threads.
  ///
  /// @throws IllegalArgumentException if that is less than 1
  static Device cpu(int threads) {
    return CpuSplitter.describe(threads);
  }

  /// The first GPU.
  static Optional<Device> gpu() {
    return all().stream().filter(Device::isGpu).findFirst();
  }

  /// The first device whose name or platform contains this text, in any case, such as `pocl`.
  ///
  /// @throws IllegalArgumentException if there is none; the message lists all
  static Device named(String text) {
    List<Device> all = all();
    return all.stream()
        .filter(device -> KnownDevice.isCalled(device, text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no device or platform has \"%s\" in its name; choose one of %s"
                        .formatted(OneLine.excerpt(text), all)));
  }

  /// Why other devices are unavailable and what to do, one sentence each.
  static List<String> problems() {
    return OpenCl.obstacles().stream().map(Obstacle::toString).toList();
  }

  /// Its name; `cpu` in plain Java.
  String name();

  /// The name of its OpenCL platform; the version of Java in plain Java.
  String platform();

  /// True if it is a graphics processor.
  boolean isGpu();

  /// Its compute units, or the threads in plain Java.
  int computeUnits();

  /// The memory that it may use for data and parts.
  long memoryBytes();
}
