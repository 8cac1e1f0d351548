package io.cleave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.agreement.Interrogation;
import io.cleave.backend.Binding;
import io.cleave.backend.RouteName;
import io.cleave.backend.Splitter;
import io.cleave.conformance.CaseSource;
import io.cleave.openvino.runtime.OpenVinoHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The oracle of the operations is OpenVINO itself: all conformance cases, and random operations,
/// answered by it and by every twin.
///
/// `docker/setup.sh` installs it where PyPI can be reached: missing, it is a skip that says so.
class OpenVinoIT {
  private static final String POCL = "Portable Computing Language";
  private static final long SEED = 20260;
  private static final int RANDOM = 1000;

  @Test
  void answersAsCleaveDoesOrDiffersAsListed() throws IOException {
    assumeTrue(OpenVinoHome.problem().isEmpty(), OpenVinoHome.problem().orElse(""));
    List<String> disagreements = new ArrayList<>();
    try (Splitter cpu = Splitters.open(Devices.cpu());
        Splitter lwjgl = Twin.open(POCL, Binding.LWJGL, RouteName.PER_PART);
        Splitter jocl = Twin.open(POCL, Binding.JOCL, RouteName.FUSED)) {
      List<Splitter> twins = List.of(cpu, lwjgl, jocl);
      Path folder = OpenVinoHome.folder();
      try (Interrogation fixed = new Interrogation(folder, twins, disagreements::add);
          Interrogation daily = new Interrogation(folder, twins, disagreements::add)) {
        for (CaseSource source : CaseSource.shipped()) {
          fixed.askCases(source);
        }
        fixed.askRandom(SEED, RANDOM);
        long day = Seeds.today();
        daily.askRandom(day, Seeds.rounds(250, 100_000));
        System.out.println("OpenVINO, cases and seed %s: %s".formatted(SEED, fixed.summary()));
        System.out.println("OpenVINO, seed %s of today: %s".formatted(day, daily.summary()));
        assertThat(disagreements).isEmpty();
        assertThat(fixed.asked()).isGreaterThanOrEqualTo(2500);
        assertThat(readme()).contains(fixed.summary());
      }
    }
  }

  /// In one line.
  private static String readme() throws IOException {
    Path file = Path.of(System.getProperty("cleave.basedir"), "README.md");
    return Files.readString(file).replaceAll("\\s+", " ");
  }
}
