package io.cleave.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Replays the inputs of `test-data/fuzz`, which are worth keeping or were once findings.
class CorpusTest {
  /// How a file is named that must be accepted.
  private static final String VALID = "valid-";

  @TempDir private Path folder = Path.of("");

  @ParameterizedTest
  @MethodSource("io.cleave.fuzz.FuzzTargets#names")
  @Timeout(120)
  void isAcceptedOrRefused(String name) throws IOException {
    List<Path> files = files(FuzzTargets.CORPUS.resolve(name));
    assertThat(files.stream().map(CorpusTest::name)).anyMatch(file -> file.startsWith(VALID));
    FuzzTarget target = FuzzTargets.open(name, folder);
    for (Path file : files) {
      boolean accepted = feed(target, file);
      assertThat(accepted || !name(file).startsWith(VALID)).as("%s is accepted", file).isTrue();
    }
  }

  private static boolean feed(FuzzTarget target, Path file) throws IOException {
    try {
      return Trial.of(target, Files.readAllBytes(file));
    } catch (RuntimeException | Error e) {
      return fail(file + " is neither accepted nor refused as it should be", e);
    }
  }

  /// None is forgotten when a target is renamed.
  @Test
  void everyFolderHasATarget() throws IOException {
    assertThat(files(FuzzTargets.CORPUS).stream().filter(Files::isDirectory).map(CorpusTest::name))
        .containsExactlyElementsOf(FuzzTargets.names());
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }
}
