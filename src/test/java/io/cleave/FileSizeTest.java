package io.cleave;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// A package can be looked over, and a file read, at one go. Which package uses which is for
/// [ArchitectureTest].
class FileSizeTest {
  private static final int MOST_FILES = 36;
  private static final int MOST_LINES = 300;

  private static final Pattern SOURCE = Pattern.compile(".*\\.(java|cl|sh|py)|Dockerfile.*|cleave");

  @Test
  void everyPackageCanBeLookedOver() throws IOException {
    Map<String, Long> files = new TreeMap<>();
    for (Path root : children(Pages.ROOT.resolve("src"))) {
      for (Path file : files(root.resolve("java"))) {
        files.merge(name(requireNonNull(file.getParent())), 1L, Long::sum);
      }
    }
    assertThat(files)
        .containsKeys("src/main/java/io/cleave/plan", "src/spark/java/io/cleave/spark");
    assertThat(larger(files, MOST_FILES))
        .as("packages of more than %s files, which are better two", MOST_FILES)
        .isEmpty();
  }

  @Test
  void everyFileCanBeReadAtOneGo() throws IOException {
    Map<String, Long> lines = new TreeMap<>();
    for (String root : List.of("src", "kernels", "docker", "cleave")) {
      for (Path file : files(Pages.ROOT.resolve(root))) {
        if (SOURCE.matcher(file.getFileName().toString()).matches()) {
          lines.put(name(file), (long) Files.readAllLines(file).size());
        }
      }
    }
    assertThat(lines)
        .containsKeys("kernels/tile.cl", "docker/setup.sh", "docker/Dockerfile", "cleave");
    assertThat(larger(lines, MOST_LINES))
        .as("files of more than %s lines, which are better two", MOST_LINES)
        .isEmpty();
  }

  private static Set<String> larger(Map<String, Long> sizes, int most) {
    return sizes.entrySet().stream()
        .filter(size -> size.getValue() > most)
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String name(Path file) {
    return Pages.ROOT.relativize(file).toString().replace('\\', '/');
  }

  private static List<Path> children(Path folder) throws IOException {
    try (Stream<Path> children = Files.list(folder)) {
      return children.toList();
    }
  }

  /// Those below it, or the file that it is; none where there is nothing.
  private static List<Path> files(Path root) throws IOException {
    if (!Files.exists(root)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }
}
