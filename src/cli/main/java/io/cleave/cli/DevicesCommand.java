package io.cleave.cli;

import io.cleave.Device;
import io.cleave.cli.option.VectorModule;
import io.cleave.cli.print.ExitCode;
import io.cleave.cli.print.Output;
import io.cleave.cpu.Vectors;
import io.cleave.json.JsonArray;
import io.cleave.json.JsonObject;
import io.cleave.json.JsonString;
import io.cleave.opencl.session.Binding;
import io.cleave.opencl.session.Obstacle;
import io.cleave.opencl.session.OpenCl;
import io.cleave.spi.KnownDevice;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
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
          JsonObject.builder()
              .put("devices", JsonArray.of(Device.all(), DevicesCommand::json))
              .put("kernels", Vectors.here().toString())
              .put("missing", JsonArray.of(obstacles, DevicesCommand::json))
              .build());
      return ExitCode.DONE;
    }
    for (Device device : Device.all()) {
      List<String> bindings = bindings(device);
      output.print(device + (bindings.isEmpty() ? "" : " via " + String.join(", ", bindings)));
    }
    output.print("kernels  " + Vectors.here());
    obstacles.forEach(obstacle -> output.print("missing  " + obstacle));
    return ExitCode.DONE;
  }

  private static List<String> bindings(Device device) {
    return OpenCl.look().bindings(device).stream().map(Binding::toString).toList();
  }

  private static JsonObject json(Obstacle obstacle) {
    return JsonObject.builder()
        .put("what", obstacle.what())
        .put("cause", obstacle.cause())
        .put("remedy", obstacle.remedy())
        .build();
  }

  private static JsonObject json(Device device) {
    return JsonObject.builder()
        .put("name", device.name())
        .put("platform", device.platform())
        .put("kind", KnownDevice.kind(device).name().toLowerCase(Locale.ROOT))
        .put("compute_units", device.computeUnits())
        .put("memory_bytes", device.memoryBytes())
        .put("bindings", JsonArray.of(bindings(device), JsonString::new))
        .build();
  }
}
