package io.cleave;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The published files, built twice from copies of this tree, as two people may build them, without
/// tests. Only `mvn -Prelease verify` runs this.
class ReleaseIT {
  private static final String VERSION =
      inPom("<artifactId>cleave[\\w-]*</artifactId>\\s*<version>");
  private static final Path REPOSITORY = Path.of(System.getProperty("cleave.maven.repository"));

  @TempDir private static Path folder;

  /// By their names.
  private static Map<String, Path> published;

  private static Map<String, Path> again;

  /// What stands in the root's `pom.xml` behind a pattern, up to the next tag.
  private static String inPom(String before) {
    try {
      Matcher matcher =
          Pattern.compile(before + "([^<]+)")
              .matcher(Files.readString(ReadmeIT.ROOT.resolve("pom.xml")));
      assertThat(matcher.find()).as(before).isTrue();
      return matcher.group(1);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @BeforeAll
  static void buildTwice() throws Exception {
    published = build(folder.resolve("clone"), Map.of());
    again = build(folder.resolve("a clone/elsewhere"), Map.of("LC_ALL", "C", "TZ", "Asia/Tokyo"));
  }

  private static Map<String, Path> build(Path copy, Map<String, String> environment)
      throws Exception {
    try (Stream<Path> files = Files.walk(ReadmeIT.ROOT)) {
      for (Path file : files.filter(ReleaseIT::isSource).toList()) {
        Path to = copy.resolve(ReadmeIT.ROOT.relativize(file));
        Files.createDirectories(to.getParent());
        Files.copy(file, to);
      }
    }
    List<String> options = new ArrayList<>(List.of("-Dmaven.repo.local=" + REPOSITORY));
    if (Boolean.getBoolean("cleave.maven.offline")) {
      options.add("-o");
    }
    options.addAll(List.of("-Prelease", "verify", "-Dmaven.test.skip", "-Dexec.skip"));
    maven(copy, environment, options);
    try (Stream<Path> files = Files.walk(copy.resolve("src"), 3)) {
      return files
          .filter(file -> copy.relativize(file).toString().matches("src/\\w+/target/[^/]*"))
          .filter(file -> file.getFileName().toString().matches("cleave.*\\.(jar|pom|json|xml)"))
          .collect(
              Collectors.toMap(
                  file -> file.getFileName().toString(),
                  file -> file,
                  (one, _) -> one,
                  TreeMap::new));
    }
  }

  private static boolean isSource(Path file) {
    Path name = ReadmeIT.ROOT.relativize(file);
    return Files.isRegularFile(file)
        && !name.startsWith(".git")
        && Stream.of(name.toString().split("/")).noneMatch("target"::equals);
  }

  /// The Maven that runs the tests, once more.
  private static void maven(Path folder, Map<String, String> environment, List<String> options)
      throws Exception {
    List<String> command = new ArrayList<>(List.of(System.getProperty("cleave.maven"), "-B", "-q"));
    command.addAll(options);
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().putAll(environment);
    builder.environment().put("JAVA_HOME", System.getProperty("cleave.maven.java"));
    // The JVM says a line about it, which javadoc takes for a warning.
    builder.environment().put("LD_PRELOAD", "");
    Process process = builder.start();
    List<String> lines = process.inputReader().readAllLines();
    assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(String.join("\n", lines)).isZero();
  }

  private static String named(String artifact, String kind) {
    return artifact + "-" + VERSION + kind;
  }

  private static Path file(String artifact, String kind) {
    String name = named(artifact, kind);
    return Objects.requireNonNull(published.get(name), name);
  }

  @Test
  void buildingTwiceGivesTheSameBytes() {
    for (String artifact : List.of("cleave", "cleave-cli", "cleave-spark")) {
      assertThat(published)
          .containsKeys(
              named(artifact, ".jar"),
              named(artifact, "-sources.jar"),
              named(artifact, "-javadoc.jar"));
    }
    assertThat(again.keySet()).isEqualTo(published.keySet());
    published.forEach((name, file) -> assertThat(again.get(name)).hasSameBinaryContentAs(file));
  }

  @Test
  void thePomSaysWhatMavenCentralAsksFor() throws IOException {
    try (JarFile jar = new JarFile(file("cleave", ".jar").toFile())) {
      JarEntry entry = jar.getJarEntry("META-INF/maven/io.cleave/cleave/pom.xml");
      assertThat(new String(jar.getInputStream(entry).readAllBytes(), UTF_8))
          .contains("<name>", "<description>", "<url>", "<license>", "<developer>", "<scm>")
          .doesNotContain("${", "<build>", "<profiles>", "<scope>test<");
    }
  }

  @Test
  void theBillOfMaterialsNamesWhatTheRunnableJarHas() throws IOException {
    assertThat(Files.readString(file("cleave-cli", "-cyclonedx.json")))
        .contains("pkg:maven/io.cleave/cleave@", "pkg:maven/org.jocl/jocl@")
        .contains("pkg:maven/info.picocli/picocli@", "pkg:maven/org.slf4j/slf4j-simple@")
        .containsPattern("pkg:maven/org.lwjgl/lwjgl@[\\d.]+\\?classifier=natives-windows&")
        .doesNotContain("junit", "archunit");
  }

  /// A project with the README's lines for Maven, a repository that has just been filled, and an
  /// empty local one: what is downloaded for it is enough to split on PoCL.
  @Test
  void aProjectGetsWhatTheReadmeSays() throws Exception {
    Path repository = folder.resolve("published");
    Path versions = repository.resolve("io/cleave/cleave").resolve(VERSION);
    Files.createDirectories(versions);
    for (String kind : List.of(".jar", ".pom")) {
      Files.copy(file("cleave", kind), versions.resolve(named("cleave", kind)));
    }
    Path project = folder.resolve("dependent");
    write(project.resolve("src/main/java/app/App.java"), DependentIT.PROGRAM);
    write(
        project.resolve("pom.xml"),
        """
        <project>
          <modelVersion>4.0.0</modelVersion>
          <groupId>app</groupId>
          <artifactId>app</artifactId>
          <version>1</version>
          <properties><maven.compiler.release>25</maven.compiler.release></properties>
          <repositories><repository><id>published</id><url>%s</url></repository></repositories>
          <dependencies>%s</dependencies>
        </project>
        """
            .formatted(
                repository.toUri(),
                ReadmeIT.blocks(ReadmeIT.ROOT.resolve("README.md"), "xml").getFirst()));
    write(
        project.resolve("settings.xml"),
        """
        <settings>
          <mirrors>
            <mirror><id>downloaded</id><mirrorOf>central</mirrorOf><url>%s</url></mirror>
          </mirrors>
        </settings>
        """
            .formatted(REPOSITORY.toUri()));
    Path local = folder.resolve("local");
    maven(
        project,
        Map.of(),
        List.of(
            "-s",
            project.resolve("settings.xml").toString(),
            "-Dmaven.repo.local=" + local,
            "org.apache.maven.plugins:maven-compiler-plugin:%s:compile"
                .formatted(inPom("<compiler-plugin.version>"))));
    List<String> jars = jars(local);
    assertThat(jars).noneMatch(jar -> jar.contains("picocli") || jar.contains("jocl"));
    jars.add(project.resolve("target/classes").toString());
    assertThat(
            DependentIT.run(
                0,
                "java",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                String.join(File.pathSeparator, jars),
                "app.App"))
        .containsAll(DependentIT.PRINTED);
  }

  private static List<String> jars(Path local) throws IOException {
    try (Stream<Path> files = Files.walk(local)) {
      return files
          .map(Path::toString)
          .filter(file -> file.matches(".*/(cleave|lwjgl|slf4j-api|picocli|jocl)[^/]*\\.jar"))
          .collect(Collectors.toCollection(ArrayList::new));
    }
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
