package io.cleave.opencl.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Obstacles on machines that lack something, each a process of its own.
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class JoclDiscoveryTest {
  private static final String CLASS_PATH = System.getProperty("java.class.path");

  @TempDir Path folder;

  @Test
  void aLoaderWithoutPlatforms() throws Exception {
    assumeTrue(new JoclApi().load() == null, "JOCL does not work here at all");
    var empty = Files.createDirectory(folder.resolve("vendors"));
    List<String> lines = look(CLASS_PATH, List.of(), Map.of("OCL_ICD_VENDORS", empty.toString()));
    assertThat(oneObstacle(lines))
        .isEqualTo(
            "obstacle jocl: the OpenCL loader found no platform; see that %s, which OCL_ICD_VENDORS"
                    .formatted(empty)
                + " names, has an .icd file, or unset it");
  }

  @Test
  void noLoader() throws Exception {
    assertThat(oneObstacle(look(CLASS_PATH, List.of(), hiddenLoader())))
        .startsWith("obstacle jocl: libOpenCL.so.1 or libOpenCL.so cannot be loaded; install")
        .contains("ocl-icd-libopencl1", "ocl-icd-opencl-dev", "libOpenCL.so");
  }

  @Test
  void noLoaderForAnybodyBefore() throws Exception {
    List<String> lines =
        look(CLASS_PATH, List.of(), hiddenLoader(), DiscoveryProbe.AFTER_A_FAILURE);
    // The program's own use makes JOCL print why.
    assertThat(oneObstacle(lines.stream().filter(line -> line.startsWith("obstacle")).toList()))
        .startsWith("obstacle jocl: libOpenCL.so.1 or libOpenCL.so cannot be loaded; install");
  }

  @Test
  void noJocl() throws Exception {
    String without =
        Arrays.stream(CLASS_PATH.split(File.pathSeparator))
            .filter(entry -> !Path.of(entry).getFileName().toString().startsWith("jocl-"))
            .collect(Collectors.joining(File.pathSeparator));
    assertThat(oneObstacle(look(without, List.of(), Map.of(), DiscoveryProbe.WITHOUT_JOCL)))
        .startsWith("obstacle jocl: it is not on the class path (java.lang.NoClassDefFoundError: ")
        .endsWith("); add org.jocl:jocl 2.0.6, or use the other binding");
  }

  @Test
  void noPlaceToUnpackJocl() throws Exception {
    assumeTrue(new JoclApi().load() == null, "JOCL does not work here at all");
    for (String probe : List.of("", DiscoveryProbe.AFTER_A_FAILURE)) {
      List<String> flags = List.of("-Djava.io.tmpdir=/dev/null/nowhere");
      assertThat(oneObstacle(look(CLASS_PATH, flags, Map.of(), probe)))
          .startsWith("obstacle jocl: java.io.IOException: ")
          .contains("/dev/null/nowhere", "java.io.tmpdir", "writable");
    }
  }

  /// A loader cannot be taken away from the whole machine, but found in a broken state before.
  private Map<String, String> hiddenLoader() throws IOException {
    Files.writeString(folder.resolve("libOpenCL.so"), "not a library");
    Files.writeString(folder.resolve("libOpenCL.so.1"), "not a library");
    return Map.of("LD_LIBRARY_PATH", folder.toString());
  }

  /// The two answers, which must be the same, and all that was printed.
  private static String oneObstacle(List<String> lines) {
    assertThat(lines).hasSize(2);
    assertThat(lines.get(1)).isEqualTo(lines.get(0));
    return lines.getFirst();
  }

  private List<String> look(
      String classPath, List<String> flags, Map<String, String> environment, String... args)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-Xmx128m", "-Xshare:auto"));
    command.addAll(flags);
    command.addAll(List.of("-cp", classPath, DiscoveryProbe.class.getName()));
    command.addAll(List.of(args));
    Path output = folder.resolve("output");
    Path errors = folder.resolve("errors");
    var builder =
        new ProcessBuilder(command).redirectOutput(output.toFile()).redirectError(errors.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    assertThat(process.waitFor(50, TimeUnit.SECONDS)).as("it ended in time").isTrue();
    assertThat(process.exitValue()).as(Files.readString(errors)).isZero();
    return Files.readAllLines(output);
  }
}
