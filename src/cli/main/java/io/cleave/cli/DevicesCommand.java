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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `cleave devices`
@Command(
    name = "devices",
    description = {
      "Lists the devices that can be used here, and what keeps others from it.",
      "Each line is a device with its platform, how much it does at once, its memory, and the"
          + " bindings that reach it; or what is missing, the cause and the remedy."
    },
    footer = {"  cleave devices", "  cleave devices --json"})
final class DevicesCommand implements Callable<Integer> {
  @Option(names = "--json", description = "Print JSON instead.")
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    Output output = Output.of(spec);
    // To tell what large jobs will be done with.
    VectorModule.load();
    if (json) {
      output.print(
          JsonObject.builder()
              .put("devices", JsonArray.of(Device.all(), DevicesCommand::json))
              .put("kernels", Vectors.here().toString())
              .put("missing", JsonArray.of(OpenCl.look().obstacles(), DevicesCommand::json))
              .build());
    } else {
      Device.all().forEach(device -> output.print(line(device)));
      output.print("kernels  %s".formatted(Vectors.here()));
      OpenCl.look().obstacles().forEach(obstacle -> output.print("missing  " + obstacle));
    }
    return ExitCode.DONE;
  }

  private static String line(Device device) {
    List<Binding> bindings = OpenCl.look().bindings(device);
    return bindings.isEmpty() ? device.toString() : "%s via %s".formatted(device, names(bindings));
  }

  private static String names(List<Binding> bindings) {
    return bindings.stream().map(Binding::toString).collect(Collectors.joining(", "));
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
        .put(
            "bindings",
            JsonArray.of(
                OpenCl.look().bindings(device), binding -> new JsonString(binding.toString())))
        .build();
  }
}
