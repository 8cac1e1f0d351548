package io.cleave.fuzz;

import java.nio.file.Path;

/// Where the inputs lie that are part of the project.
final class Corpus {
  /// A folder for each target.
  static final Path FOLDER = Path.of(System.getProperty("cleave.basedir"), "test-data", "fuzz");

  private Corpus() {}

  /// The inputs of a target.
  static Path of(String target) {
    return FOLDER.resolve(target);
  }
}
