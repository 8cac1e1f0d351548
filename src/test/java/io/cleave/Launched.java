package io.cleave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// One run of the script `cleave` that has ended.
///
/// @param code the exit code
/// @param out what went to standard output
/// @param err what went to standard error
record Launched(int code, String out, String err) {
  /// What `--version` prints.
  static final String VERSION = "cleave .* on Java \\d+\\R";

  /// The script in a folder, without options for Java from this process' environment.
  ///
  /// @param options those of `CLEAVE_OPTS`
  static ProcessBuilder builder(Path folder, String options, String... args) {
    List<String> command = new ArrayList<>(List.of(folder.resolve("cleave").toString()));
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command);
    Map<String, String> environment = builder.environment();
    List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS").forEach(environment::remove);
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("CLEAVE_OPTS", options);
    return builder;
  }

  /// What it prints is short, but for the list of classes, which is on standard output.
  static Launched finish(Process process) throws Exception {
    String out = text(process.getInputStream());
    String err = ErrorOutput.of(text(process.getErrorStream()));
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return new Launched(process.exitValue(), out, err);
  }

  private static String text(InputStream stream) throws IOException {
    return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
  }

  /// It was to print the version, and has printed nothing else.
  void requireVersion() {
    assertThat(err).isEmpty();
    assertThat(out).matches(VERSION);
    assertThat(code).isZero();
  }
}
