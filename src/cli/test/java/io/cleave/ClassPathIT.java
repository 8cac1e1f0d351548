package io.cleave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// `cleave devices` where something is missing: a binding's jar, the loader, a platform. Each needs
/// a JVM of its own.
class ClassPathIT {
  private static final String POCL = "Portable Computing Language";

  @Test
  void listsWhatLwjglFindsWithoutJocl() throws Exception {
    assertThat(devices(classPathWithout("jocl"), Map.of()))
        .anyMatch(line -> line.contains(POCL) && line.endsWith("via lwjgl"))
        .anyMatch(
            line -> line.matches("missing +jocl: it is not on the class path.*org.jocl:jocl.*"));
  }

  @Test
  void listsWhatJoclFindsWithoutLwjgl() throws Exception {
    assertThat(devices(classPathWithout("lwjgl"), Map.of()))
        .anyMatch(line -> line.contains(POCL) && line.endsWith("via jocl"))
        .anyMatch(
            line -> line.matches("missing +lwjgl: it is not on the class path.*org.lwjgl:lwjgl.*"));
  }

  /// The jar is there, its native library for this system is not.
  @Test
  void listsWhatJoclFindsWithoutNativesOfLwjgl() throws Exception {
    assertThat(devices(classPathWithout("natives"), Map.of()))
        .anyMatch(line -> line.contains(POCL) && line.endsWith("via jocl"))
        .anyMatch(line -> line.matches("missing +lwjgl: .*; add .*natives.*"));
  }

  @Test
  void splitsOnTheHostWithoutAnyBinding() throws Exception {
    List<String> lines = devices(classPathWithout("lwjgl", "jocl"), Map.of());
    assertThat(lines).hasSize(4);
    assertThat(lines.get(0)).startsWith("cpu (");
    assertThat(lines.get(1)).startsWith("kernels  plain Java: this JVM runs without --add-modules");
    assertThat(lines.get(2)).startsWith("missing  lwjgl: ");
    assertThat(lines.get(3)).startsWith("missing  jocl: ");
  }

  @Test
  void saysWhenTheLoaderFindsNoPlatform() throws Exception {
    List<String> lines = devices(classPathWithout(), Map.of("OCL_ICD_VENDORS", "/nonexistent"));
    assertThat(lines).hasSize(4);
    assertThat(lines.subList(2, 4)).allMatch(line -> line.contains("the OpenCL loader found no"));
  }

  @Test
  void saysWhenThereIsNoLoader() throws Exception {
    assertThat(devices(classPathWithout(), Map.of(), "-Dorg.lwjgl.opencl.libname=/nonexistent.so"))
        .anyMatch(line -> line.matches("missing +lwjgl: .*nonexistent.so; .*"))
        .anyMatch(line -> line.endsWith("via jocl"));
  }

  private static String classPathWithout(String... words) {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(
            entry -> Stream.of(words).noneMatch(Path.of(entry).getFileName().toString()::contains))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static List<String> devices(
      String classPath, Map<String, String> environment, String... options) throws Exception {
    List<String> command =
        Stream.of(
                Stream.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()),
                Stream.of("--enable-native-access=ALL-UNNAMED", "-cp", classPath),
                Stream.of(options),
                Stream.of("io.cleave.cli.Main", "devices"))
            .flatMap(part -> part)
            .toList();
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().putAll(environment);
    Process process = builder.start();
    List<String> lines = process.inputReader().readAllLines();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
    return lines;
  }
}
