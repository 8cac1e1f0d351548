package io.cleave.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.cleave.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  /// Those that compare kernels, with those on vectors among them.
  @ParameterizedTest
  @ValueSource(strings = {"conversion", "twins"})
  @Tag("c2")
  @Timeout(120)
  void isAcceptedOrRefusedWithVectors(String name) throws IOException {
    isAcceptedOrRefused(name);
  }

  private static boolean feed(FuzzTarget target, Path file) throws IOException {
    try {
      return Trial.of(target, Files.readAllBytes(file));
    } catch (RuntimeException | Error e) {
      return fail(file + " is neither accepted nor refused as it should be", e);
    }
  }

  /// Damaged inputs are accepted, or refused in one sentence.
  @ParameterizedTest
  @ValueSource(strings = {"npy", "npz", "safetensors", "model", "cases"})
  @Timeout(120)
  void damagedInputsAreAcceptedOrRefused(String name) throws IOException {
    FuzzTarget target = FuzzTargets.open(name, folder);
    List<Path> files = files(FuzzTargets.CORPUS.resolve(name));
    for (long seed : Seeds.of(300, 20_000)) {
      Random random = new Random(seed);
      Path file = files.get(random.nextInt(files.size()));
      byte[] bytes = Files.readAllBytes(file);
      for (int i = random.nextInt(4); i > 0 && bytes.length > 0; i--) {
        int at = random.nextInt(bytes.length);
        switch (random.nextInt(4)) {
          case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
          case 1 -> Arrays.fill(bytes, at, Math.min(bytes.length, at + 4), (byte) -1);
          case 2 -> bytes[at] = bytes[random.nextInt(bytes.length)];
          default -> bytes = Arrays.copyOf(bytes, at);
        }
      }
      Path damaged =
          Files.write(folder.resolve("damaged-%s-%s".formatted(seed, name(file))), bytes);
      boolean _ = feed(target, damaged);
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
