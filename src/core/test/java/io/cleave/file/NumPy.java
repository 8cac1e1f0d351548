package io.cleave.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The NumPy of this machine.
public final class NumPy {
  private static final String PYTHON = "/usr/bin/python3";
  private static final boolean IS_THERE = isThere();

  private NumPy() {}

  /// Skips the test where there is none.
  public static void require() {
    assumeTrue(IS_THERE, PYTHON + " has no NumPy: install python3-numpy");
  }

  private static boolean isThere() {
    try {
      return run("import numpy; print('here')").endsWith("here\n");
    } catch (IOException _) {
      return false;
    }
  }

  /// Runs a script and returns what it prints.
  public static String run(String script, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(PYTHON, "-c", script));
    command.addAll(Arrays.asList(arguments));
    // Not its complaints: what is preloaded for the JVM warns there too. A failure shows below.
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    Process process = builder.start();
    try (var output = process.getInputStream()) {
      String printed = new String(output.readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.onExit().join().exitValue()).isZero();
      return printed;
    }
  }
}
