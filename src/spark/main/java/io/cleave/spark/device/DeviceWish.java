package io.cleave.spark.device;

import io.cleave.Devices;
import io.cleave.Splitters;
import io.cleave.backend.Device;
import io.cleave.backend.Splitter;
import io.cleave.cpu.CpuSplitter;
import io.cleave.spark.Setting;
import io.cleave.spark.Settings;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.spark.TaskContext;

/// Which device a task wants.
///
/// An immutable value: tasks of equal wishes share a splitter.
///
/// @param name what was asked for
/// @param address that of the GPU which Spark has assigned to the task, if it has
/// @param processors how many the task has
/// @param mayFail whether plain Java may stand in
record DeviceWish(String name, Optional<String> address, int processors, boolean mayFail) {
  private static final String AUTO = "auto";
  private static final String CPU = "cpu";
  private static final String OPENCL = "opencl";

  /// What PoCL calls its platform, and nobody else does.
  private static final String POCL = "portable computing language";

  /// Drivers that run kernels on the processor without being made for speed.
  private static final List<String> SLOW = List.of("oclgrind", "rusticl", "clover");

  /// What this task wants.
  static DeviceWish of(Settings settings, TaskContext task) {
    String name = settings.get(Setting.DEVICE, AUTO).toLowerCase(Locale.ROOT).strip();
    boolean mayFail = settings.get(Setting.ON_DEVICE_FAILURE, CPU).equals(CPU);
    return new DeviceWish(
        name, name.equals(CPU) ? Optional.empty() : gpu(task), task.cpus(), mayFail);
  }

  private static Optional<String> gpu(TaskContext task) {
    return Optional.ofNullable(task.resourcesJMap().get("gpu"))
        .map(gpu -> gpu.addresses())
        .filter(addresses -> addresses.length > 0)
        .map(addresses -> addresses[0]);
  }

  /// Whether plain Java is meant.
  boolean meansJava() {
    return name.equals(CPU) || (name.equals(AUTO) && address.isEmpty());
  }

  /// What a log adds to the device.
  String reason() {
    return address.map(", for the GPU %s that Spark assigned"::formatted).orElse("");
  }

  /// Plain Java on the processors of one task: other tasks have the others.
  Splitter openJava() {
    return CpuSplitter.open(Math.max(1, processors));
  }

  /// The device.
  ///
  /// @throws IllegalArgumentException if there is none; the message says which there are
  /// @throws io.cleave.backend.OpenClException if the driver refuses
  Splitter open() {
    return meansJava() ? openJava() : Splitters.open(device());
  }

  private Device device() {
    List<Device> meant =
        Devices.all().stream()
            .filter(device -> device.kind() != Device.Kind.JAVA && means(device))
            .sorted(Comparator.comparingInt(DeviceWish::rank))
            .toList();
    if (meant.isEmpty()) {
      throw new IllegalArgumentException(
          "no device is meant by \"%s\"; there are %s; what is missing: %s"
              .formatted(Settings.excerpt(name), Devices.all(), Devices.obstacles()));
    }
    // What is visible to a JVM may be one GPU of many; it is the assigned one then.
    return address.isEmpty() || meant.size() == 1
        ? meant.getFirst()
        : GpuAddress.of(address.get()).among(meant);
  }

  private boolean means(Device device) {
    return switch (name) {
      case AUTO -> device.kind() == Device.Kind.GPU && !isSlow(device);
      case OPENCL -> !isSlow(device);
      default -> text(device).contains(name);
    };
  }

  private static int rank(Device device) {
    return switch (device.kind()) {
      case GPU -> 0;
      case ACCELERATOR -> 1;
      case CPU, JAVA -> 2;
    };
  }

  private static boolean isSlow(Device device) {
    return SLOW.stream().anyMatch(text(device)::contains);
  }

  private static String text(Device device) {
    String text = (device.name() + "\n" + device.platform()).toLowerCase(Locale.ROOT);
    return text.contains(POCL) ? text + "\npocl" : text;
  }
}
