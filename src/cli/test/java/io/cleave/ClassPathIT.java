package io.cleave;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.cli.Cli;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `cleave devices` where something is missing: a binding's jar, the loader, a platform. Each needs
/// a JVM of its own.
class ClassPathIT {
  private static final String POCL = "Portable Computing Language";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          jocl    | lwjgl | missing +jocl: it is not on the class path.*org.jocl:jocl.*
          lwjgl   | jocl  | missing +lwjgl: it is not on the class path.*org.lwjgl:lwjgl.*
          natives | jocl  | missing +lwjgl: .*; add .*natives.*
          """)
  void listsWhatTheOtherBindingFinds(String absent, String binding, String missing) {
    assertThat(devices(classPathWithout(absent), Map.of()))
        .anyMatch(line -> line.contains(POCL) && line.endsWith("via " + binding))
        .anyMatch(line -> line.matches(missing));
  }

  @Test
  void splitsOnTheHostWithoutAnyBinding() {
    List<String> lines = devices(classPathWithout("lwjgl", "jocl"), Map.of());
    assertThat(lines).hasSize(4);
    assertThat(lines.get(0)).startsWith("cpu (");
    assertThat(lines.get(1)).startsWith("kernels  plain Java: this JVM runs without --add-modules");
    assertThat(lines.get(2)).startsWith("missing  lwjgl: ");
    assertThat(lines.get(3)).startsWith("missing  jocl: ");
  }

  @Test
  void saysWhenTheLoaderFindsNoPlatform() {
    List<String> lines = devices(classPathWithout(), Map.of("OCL_ICD_VENDORS", "/nonexistent"));
    assertThat(lines).hasSize(3);
    assertThat(lines.get(2)).startsWith("missing  OpenCL: the loader found no platform");
  }

  @Test
  void saysWhenThereIsNoLoader() {
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
      String classPath, Map<String, String> environment, String... options) {
    ProcessBuilder builder = Cli.java(options);
    builder
        .command()
        .addAll(
            List.of(
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                classPath,
                "io.cleave.cli.Main",
                "devices"));
    builder.environment().putAll(environment);
    Cli run = Cli.run(builder).succeeded();
    return run.out().lines().toList();
  }
}
