package io.cleave.cli;

import io.cleave.Device;
import io.cleave.cpu.Vectors;
import io.cleave.json.JsonValue;
import io.cleave.opencl.session.Binding;
import io.cleave.opencl.session.Obstacle;
import io.cleave.opencl.session.OpenCl;
import io.cleave.spi.KnownDevice;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `cleave devices`
@Command(
    name = "devices",
    description = {
      "Lists the available devices and explains why others are unavailable.",
      "Each line is a device with its platform, its compute units, its memory, and the bindings"
          + " that reach it; or what is missing, the cause and the remedy."
    },
    footer = {"  cleave devices", "  cleave devices --json"})
final class DevicesCommand implements Runnable {
  @Mixin private Output output = new Output();

  @Override
  public void run() {
    // Large jobs would load it.
    DeviceOption.loadVectors();
    List<Obstacle> obstacles = OpenCl.obstacles();
    List<String> lines = new ArrayList<>();
    for (Device device : Device.all()) {
      List<Binding> bindings = OpenCl.bindings(device);
      String via = bindings.stream().map(Binding::toString).collect(Collectors.joining(", "));
      lines.add(device + (via.isEmpty() ? "" : " via " + via));
    }
    // This command loads the module itself; a program that uses the library needs the option.
    String hint = "; in a program, --add-modules jdk.incubator.vector turns them on";
    lines.add("kernels  " + Vectors.here() + (Vectors.here().isThere() ? hint : ""));
    obstacles.forEach(obstacle -> lines.add("missing  " + obstacle));
    output.print(
        lines,
        () ->
            JsonValue.object(
                "devices", JsonValue.list(Device.all(), DevicesCommand::json),
                "kernels", Vectors.here(),
                "missing", JsonValue.list(obstacles, DevicesCommand::json)));
  }

  private static JsonValue json(Obstacle obstacle) {
    return JsonValue.object(
        "what", obstacle.what(),
        "cause", obstacle.cause(),
        "remedy", obstacle.remedy());
  }

  private static JsonValue json(Device device) {
    return JsonValue.object(
        "name", device.name(),
        "platform", device.platform(),
        "kind", KnownDevice.kind(device).name().toLowerCase(Locale.ROOT),
        "compute_units", device.computeUnits(),
        "memory_bytes", device.memoryBytes(),
        "bindings", OpenCl.bindings(device));
  }
}
