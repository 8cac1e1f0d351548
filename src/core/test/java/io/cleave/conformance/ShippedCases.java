package io.cleave.conformance;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The conformance cases of the project's `test-data`.
final class ShippedCases {
  private static final Path FOLDER =
      Path.of(System.getProperty("cleave.basedir"), "test-data", "conformance");

  private ShippedCases() {}

  /// Three files, by name.
  static List<CaseSource> all() {
    return List.of("cleave.jsonl", "openvino.jsonl", "peers.jsonl").stream()
        .map(name -> new CaseSource(name, () -> Files.newInputStream(FOLDER.resolve(name))))
        .toList();
  }
}
