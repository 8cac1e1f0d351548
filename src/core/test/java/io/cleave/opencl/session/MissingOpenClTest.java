package io.cleave.opencl.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Discoveries where something is missing, each in a process of its own. The second discovery must
/// say the same as the first.
@Timeout(120)
class MissingOpenClTest {
  private static final String CLASS_PATH = System.getProperty("java.class.path");

  @Test
  void aLoaderWithoutPlatforms() throws Exception {
    List<String> lines = discover(Map.of("OCL_ICD_VENDORS", "/nonexistent"), CLASS_PATH);
    assertThat(obstacles(lines))
        .containsExactly(
            "lwjgl: the OpenCL loader found no platform; see that /nonexistent, which"
                + " OCL_ICD_VENDORS names, has an .icd file, or unset it");
  }

  @Test
  void aLibraryThatIsNotThere() throws Exception {
    String option = "-Dorg.lwjgl.opencl.libname=/nonexistent.so";
    List<String> lines = discover(Map.of(), CLASS_PATH, option);
    assertThat(obstacles(lines))
        .singleElement()
        .asString()
        .startsWith("lwjgl: ")
        .contains("/nonexistent.so")
        .endsWith("; correct %s, or leave it out".formatted(option));
  }

  @Test
  void aLibraryThatIsSomethingElse() throws Exception {
    String libc = "-Dorg.lwjgl.opencl.libname=libc.so.6";
    assertThat(obstacles(discover(Map.of(), CLASS_PATH, libc)))
        .singleElement()
        .asString()
        .contains("A core OpenCL function is missing", libc);
  }

  @Test
  void nativesThatAreNotOnTheClassPath() throws Exception {
    String without =
        Arrays.stream(CLASS_PATH.split(File.pathSeparator))
            .filter(entry -> !entry.contains("natives-"))
            .collect(Collectors.joining(File.pathSeparator));
    assertThat(obstacles(discover(Map.of(), without)))
        .singleElement()
        .asString()
        .contains("liblwjgl", "add org.lwjgl:lwjgl with the classifier natives-");
  }

  @Test
  void aUserWhoWantsToLoadItHimself() throws Exception {
    String option = "-Dorg.lwjgl.opencl.explicitInit=true";
    assertThat(obstacles(discover(Map.of(), CLASS_PATH, option)))
        .containsExactly(
            "lwjgl: OpenCL is not initialised; call CL.create() first, as %s promises"
                .formatted(option));
  }

  /// The obstacles, having made sure that both discoveries name them. The system's own words, which
  /// LWJGL adds in brackets, come with the second failure only.
  private static List<String> obstacles(List<String> lines) {
    List<String> first = startingWith("first obstacle: ", lines);
    assertThat(startingWith("second obstacle: ", lines)).isEqualTo(first);
    assertThat(lines).as("all lines").hasSize(2 * first.size());
    return first;
  }

  private static List<String> startingWith(String start, List<String> lines) {
    return lines.stream()
        .filter(line -> line.startsWith(start))
        .map(line -> line.substring(start.length()).replaceAll("\\(error = .*\\)", ""))
        .toList();
  }

  private static List<String> discover(
      Map<String, String> environment, String classPath, String... options)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-Xshare:auto"));
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", classPath, TwoDiscoveries.class.getName()));
    var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().putAll(environment);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output.lines().toList();
  }
}
