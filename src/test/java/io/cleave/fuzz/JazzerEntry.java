package io.cleave.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Where Jazzer enters, which knows the method by its name alone. See [FuzzRun].
public final class JazzerEntry {
  private static final FuzzTarget TARGET = open();

  private JazzerEntry() {}

  private static FuzzTarget open() {
    try {
      Path folder = Files.createDirectories(Path.of(System.getProperty("fuzz.folder")));
      return FuzzTargets.open(System.getProperty("fuzz.target"), folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Feeds one input. What it throws ends the run, and is a finding.
  public static void fuzzerTestOneInput(byte[] input) throws IOException {
    Trial.of(TARGET, input);
  }
}
