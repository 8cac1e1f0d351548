package io.cleave;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.PackageMatcher;
import io.cleave.ArchitectureTest.Room;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What each `package-info.java` says is so, and is what [ArchitectureTest] holds its package to.
class PackageInfoTest {
  private static final String ROOT = "io.cleave";
  private static final Path SOURCES = Pages.ROOT.resolve("src/main/java");

  private static final Pattern READ_FIRST =
      Pattern.compile("Read [\\[`](\\w+)[]`]( and [\\[`]\\w+[]`])? first\\b");
  private static final Pattern MAY_USE = Pattern.compile("May use: ((`[^`]*`|[^.;`])*)[.;]");
  private static final Pattern NAME = Pattern.compile("`([^`]+)`");
  private static final Pattern IMPORT =
      Pattern.compile("(?m)^import (?:static )?(io\\.cleave(?:\\.[a-z]+)*)\\.[A-Z]");

  /// What others call their packages.
  private static final Map<String, String> LIBRARIES =
      Map.of(
          "slf4j", "org.slf4j..",
          "picocli", "picocli..",
          "LWJGL", "org.lwjgl..",
          "JOCL", "org.jocl..",
          "the Vector API", "jdk.incubator.vector..");

  static List<Room> rooms() {
    return ArchitectureTest.rooms();
  }

  /// Those of one package; what several packages have in common, each says in words of its own.
  static List<Room> packages() {
    return rooms().stream().filter(room -> !room.name().endsWith("..")).toList();
  }

  /// Of all packages that are no tests, in any folder.
  static List<Path> folders() throws IOException {
    List<Path> folders = new ArrayList<>();
    for (String sources : List.of("src/main/java", "src/spark/java", "src/bench/java")) {
      try (Stream<Path> files = Files.walk(Pages.ROOT.resolve(sources))) {
        files
            .filter(file -> file.endsWith("package-info.java"))
            .map(Path::getParent)
            .forEach(folders::add);
      }
    }
    return folders;
  }

  /// Who comes from elsewhere need not guess where to begin, nor what may be used.
  @ParameterizedTest
  @MethodSource("folders")
  void saysWhatToReadFirst(Path folder) throws IOException {
    String comment = comment(folder);
    Matcher matcher = READ_FIRST.matcher(comment);
    assertThat(matcher.find()).as("'Read [...] first' of %s", folder).isTrue();
    assertThat(folder.resolve(matcher.group(1) + ".java")).exists();
    assertThat(comment).contains("May use: ");
  }

  /// In words, or as a picture with arrows.
  @ParameterizedTest
  @MethodSource("packages")
  void saysWhatComesInAndWhatGoesOut(Room room) throws IOException {
    assertThat(comment(folder(room)))
        .containsPattern("\\bIn(:| comes?) .* ([Oo]ut(:| go(es)?) )|``` .* -+> .* ```");
  }

  @ParameterizedTest
  @MethodSource("packages")
  void saysWhatItMayUse(Room room) throws IOException {
    Matcher matcher = MAY_USE.matcher(comment(folder(room)));
    assertThat(matcher.find()).as("'May use: ' of %s", room).isTrue();
    String said = matcher.group(1);
    Set<String> names =
        NAME.matcher(said).results().map(one -> ROOT + "." + one.group(1)).collect(set());
    if (said.contains("the root")) {
      names.add(ROOT);
    }
    assertThat(names)
        .as("what %s says that it may use", room)
        .isEqualTo(room.mayUse().stream().map(name -> name.replace("..", "")).collect(set()));
    for (Map.Entry<String, String> library : LIBRARIES.entrySet()) {
      assertThat(said.contains(library.getKey()))
          .as("%s says that it may use %s", room, library.getKey())
          .isEqualTo(uses(room, library.getValue()));
    }
  }

  /// What is not used any more is not forgotten there.
  @ParameterizedTest
  @MethodSource("rooms")
  void usesAllThatItMay(Room room) throws IOException {
    Set<String> imported = imported(room);
    assertThat(room.mayUse())
        .as("what %s may use, and does", room)
        .allMatch(
            other ->
                uses(room, other) || imported.stream().anyMatch(PackageMatcher.of(other)::matches));
  }

  private static boolean uses(Room room, String others) {
    PackageMatcher from = PackageMatcher.of(room.name());
    PackageMatcher to = PackageMatcher.of(others);
    return ArchitectureTest.CLASSES.stream()
        .filter(one -> from.matches(one.getPackageName()))
        .flatMap(one -> one.getDirectDependenciesFromSelf().stream())
        .anyMatch(one -> to.matches(one.getTargetClass().getBaseComponentType().getPackageName()));
  }

  /// Of constants, only the source tells where they came from.
  private static Set<String> imported(Room room) throws IOException {
    PackageMatcher from = PackageMatcher.of(room.name());
    Set<String> packages = new TreeSet<>();
    try (Stream<Path> files = Files.walk(SOURCES)) {
      for (Path file : files.filter(one -> one.toString().endsWith(".java")).toList()) {
        String name = SOURCES.relativize(file.getParent()).toString().replace('/', '.');
        if (from.matches(name)) {
          IMPORT
              .matcher(Files.readString(file))
              .results()
              .forEach(one -> packages.add(one.group(1)));
        }
      }
    }
    return packages;
  }

  private static Path folder(Room room) {
    return SOURCES.resolve(room.name().replace('.', '/'));
  }

  /// On one line.
  private static String comment(Path folder) throws IOException {
    try (Stream<String> lines = Files.lines(folder.resolve("package-info.java"))) {
      return lines
          .filter(line -> line.startsWith("///"))
          .map(line -> line.substring(3).strip())
          .collect(Collectors.joining(" "));
    }
  }

  private static Collector<String, ?, Set<String>> set() {
    return Collectors.toCollection(TreeSet::new);
  }
}
