package io.cleave.cli;

import io.cleave.Devices;
import io.cleave.agreement.Interrogation;
import io.cleave.backend.Binding;
import io.cleave.backend.Device;
import io.cleave.backend.Splitter;
import io.cleave.cli.option.DeviceOption;
import io.cleave.cli.option.Other;
import io.cleave.cli.print.ExitCode;
import io.cleave.cli.print.Output;
import io.cleave.conformance.CaseSource;
import io.cleave.openvino.runtime.OpenVinoHome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// `cleave verify --against openvino`: the same questions to OpenVINO and to Cleave.
final class OpenVinoOption {
  @Option(
      names = "--against",
      required = true,
      paramLabel = "openvino",
      description = "Ask OpenVINO, which docker/setup.sh --openvino installs.")
  private @Nullable Other other;

  @Option(
      names = "--random",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Random splits, right and wrong, beside the cases (default: ${DEFAULT-VALUE}).")
  private int random;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Begin the random splits with this number (default: ${DEFAULT-VALUE}).")
  private long seed;

  /// Prints the table of agreement.
  ///
  /// @return the exit code
  int compare(List<CaseSource> sources, DeviceOption device, Output output) {
    if (random < 0) {
      throw new IllegalArgumentException("--random must be 0 or more, not %s".formatted(random));
    }
    Objects.requireNonNull(other, "picocli requires it").require();
    try (OpenSplitters splitters = new OpenSplitters()) {
      open(device, splitters);
      return compare(sources, splitters.all(), output);
    }
  }

  private static void open(DeviceOption device, OpenSplitters splitters) {
    if (!device.isAll()) {
      splitters.add(device.open());
      return;
    }
    for (Device one : Devices.all()) {
      for (Binding binding : device.bindings(one)) {
        splitters.add(device.open(one, binding));
      }
    }
  }

  private int compare(List<CaseSource> sources, List<Splitter> splitters, Output output) {
    try (Interrogation interrogation =
        new Interrogation(OpenVinoHome.folder(), splitters, line -> print(output, line))) {
      for (CaseSource source : sources) {
        interrogation.askCases(source);
      }
      interrogation.askRandom(seed, random);
      requireQuestions(interrogation);
      new AgreementTable(interrogation).lines().forEach(output::print);
      return interrogation.disagreed() == 0 ? ExitCode.DONE : ExitCode.CHECK_FAILED;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// What asks nothing proves nothing.
  private static void requireQuestions(Interrogation interrogation) {
    if (interrogation.asked() == 0) {
      throw new IllegalArgumentException(
          "OpenVINO was asked nothing, as there are no random splits and no cases that it can be"
              + " asked, of %s; give others, or a --random of 1 or more"
                  .formatted(interrogation.unasked()));
    }
  }

  private static void print(Output output, String line) {
    output.print(line);
    if (output.isLost()) {
      throw new UncheckedIOException(new IOException("nobody reads the results any more"));
    }
  }
}
