package io.cleave.cli;

import io.cleave.Device;
import io.cleave.cli.option.VectorModule;
import io.cleave.cli.print.ExitCode;
import io.cleave.cli.print.Json;
import io.cleave.cli.print.Output;
import io.cleave.cpu.Vectors;
import io.cleave.json.JsonObject;
import io.cleave.opencl.session.Binding;
import io.cleave.opencl.session.Obstacle;
import io.cleave.opencl.session.OpenCl;
import io.cleave.spi.KnownDevice;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
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
final class DevicesCommand implements Callable<Integer> {
  @Mixin private Output output = new Output();

  @Override
  public Integer call() {
    // Large jobs would load it.
    VectorModule.load();
    List<Obstacle> obstacles = OpenCl.look().obstacles();
    if (output.isJson()) {
      output.print(
          Json.object(
              "devices", Device.all().stream().map(DevicesCommand::json).toList(),
              "kernels", Vectors.here(),
              "missing", obstacles.stream().map(DevicesCommand::json).toList()));
      return ExitCode.DONE;
    }
    for (Device device : Device.all()) {
      List<Binding> bindings = OpenCl.look().bindings(device);
      String via = bindings.stream().map(Binding::toString).collect(Collectors.joining(", "));
      output.print(device + (via.isEmpty() ? "" : " via " + via));
    }
    output.print("kernels  " + Vectors.here());
    obstacles.forEach(obstacle -> output.print("missing  " + obstacle));
    return ExitCode.DONE;
  }

  private static JsonObject json(Obstacle obstacle) {
    return Json.object(
        "what", obstacle.what(),
        "cause", obstacle.cause(),
        "remedy", obstacle.remedy());
  }

  private static JsonObject json(Device device) {
    return Json.object(
        "name", device.name(),
        "platform", device.platform(),
        "kind", KnownDevice.kind(device).name().toLowerCase(Locale.ROOT),
        "compute_units", device.computeUnits(),
        "memory_bytes", device.memoryBytes(),
        "bindings", OpenCl.look().bindings(device));
  }
}
