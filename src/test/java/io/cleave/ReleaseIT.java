package io.cleave;

import static java.nio.file.attribute.PosixFilePermissions.fromString;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is published: built twice, from copies of this tree, as two people may build it, without
/// its tests. Only `mvn -Prelease verify` runs this.
class ReleaseIT {
  private static final String NAME = "cleave-" + Pages.version();

  /// With the POM, which needs no checksums here: Maven makes them when it publishes it.
  private static final Set<String> PUBLISHED =
      Stream.of(
              ".jar",
              "-cli.jar",
              "-cyclonedx.json",
              "-cyclonedx.xml",
              "-javadoc.jar",
              "-sources.jar",
              "-spark.jar")
          .map(NAME::concat)
          .collect(Collectors.toUnmodifiableSet());

  private static final String UNTESTED = "-Dmaven.test.skip";

  /// Neither the launcher, nor what writes down what is promised, which therefore is not compared.
  private static final String UNSTARTED = "-Dexec.skip";

  private static final String UNCOMPARED = "-Djapicmp.skip";

  @TempDir private static Path folder;

  private static Path target;
  private static Path again;

  /// The second time elsewhere, and for oneself alone.
  @BeforeAll
  static void buildTwice() throws Exception {
    target = build(folder.resolve("clone"), Map.of(), "rw-r--r--");
    again =
        build(
            folder.resolve("a clone/elsewhere"),
            Map.of("LC_ALL", "C", "TZ", "Asia/Tokyo"),
            "rw-------");
  }

  private static Path build(Path copy, Map<String, String> environment, String permissions)
      throws Exception {
    try (Stream<Path> files = Files.walk(Pages.ROOT)) {
      for (Path file : files.filter(ReleaseIT::isSource).toList()) {
        Path to = copy.resolve(Pages.ROOT.relativize(file));
        Files.createDirectories(to.getParent());
        Files.copy(file, to);
        Files.setPosixFilePermissions(to, fromString(permissions));
      }
    }
    NestedMaven.build(copy, environment, "-Prelease", "verify", UNTESTED, UNSTARTED, UNCOMPARED);
    return copy.resolve("target");
  }

  private static boolean isSource(Path file) {
    String top = Pages.ROOT.relativize(file).getName(0).toString();
    return Files.isRegularFile(file) && !top.equals("target") && !top.equals(".git");
  }

  @Test
  void buildingTwiceGivesTheSameBytes() throws IOException {
    Set<String> names = names();
    assertThat(names).containsAll(PUBLISHED).contains(NAME + ".pom");
    for (String name : names) {
      assertThat(again.resolve(name)).hasSameBinaryContentAs(target.resolve(name));
    }
  }

  @Test
  void eachFileHasItsChecksums() throws Exception {
    for (String name : PUBLISHED) {
      byte[] content = Files.readAllBytes(target.resolve(name));
      for (String algorithm : List.of("SHA-256", "SHA-512")) {
        String sum = HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(content));
        assertThat(target.resolve(name + "." + algorithm.replace("SHA-", "sha")))
            .hasContent(sum + "  " + name);
      }
    }
  }

  private static Set<String> names() throws IOException {
    try (Stream<Path> files = Files.list(target)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith(NAME))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  @Test
  void thePomSaysWhatMavenCentralAsksForAndNoMore() throws IOException {
    String pom = Files.readString(target.resolve(NAME + ".pom"));
    assertThat(pom)
        .contains("<name>", "<description>", "<url>", "<license>", "<developer>", "<scm>")
        .doesNotContain("${", "<build>", "<profiles>", "<properties>")
        .doesNotContain("<dependencyManagement>", "<scope>test<");
    try (JarFile jar = jar("")) {
      JarEntry entry = jar.getJarEntry("META-INF/maven/io.cleave/cleave/pom.xml");
      assertThat(jar.getInputStream(entry)).hasContent(pom);
    }
  }

  @Test
  void theSourcesAreThoseOfTheClasses() throws IOException {
    Predicate<String> outer = name -> name.endsWith(".class") && !name.contains("$");
    try (JarFile jar = jar("");
        JarFile sources = jar("-sources")) {
      Set<String> expected =
          jar.stream()
              .map(JarEntry::getName)
              .filter(outer)
              .map(name -> name.replaceAll("class$", "java"))
              .collect(Collectors.toSet());
      assertThat(expected).contains("module-info.java");
      assertThat(sources.stream().map(JarEntry::getName)).containsAll(expected);
    }
  }

  private static JarFile jar(String classifier) throws IOException {
    return new JarFile(target.resolve(NAME + classifier + ".jar").toFile());
  }

  @Test
  void theBillOfMaterialsNamesWhatTheRunnableJarHas() throws IOException {
    for (String kind : List.of(".json", ".xml")) {
      assertThat(Files.readString(target.resolve(NAME + "-cyclonedx" + kind)))
          .contains("pkg:maven/io.cleave/cleave@", "pkg:maven/org.jocl/jocl@")
          .contains("pkg:maven/info.picocli/picocli@", "pkg:maven/org.slf4j/slf4j-simple@")
          .containsPattern("pkg:maven/org.lwjgl/lwjgl@[\\d.]+\\?classifier=natives-windows&")
          .doesNotContain("junit", "archunit");
    }
  }

  /// With the lines of the README for Maven, from a repository that has just been filled, and into
  /// another that is empty: what comes is what was meant to.
  @Test
  void aProjectGetsWhatTheReadmeSays() throws Exception {
    Path published = folder.resolve("published/io/cleave/cleave").resolve(Pages.version());
    Files.createDirectories(published);
    for (String kind : List.of(".jar", ".pom")) {
      Files.copy(target.resolve(NAME + kind), published.resolve(NAME + kind));
    }
    String lwjgl = Pages.inPom("<lwjgl.version>");
    assertThat(DependentProject.run(folder.resolve("dependent"), folder.resolve("published")))
        .containsExactlyInAnyOrder(
            "classes",
            NAME + ".jar",
            "slf4j-api-" + Pages.inPom("<slf4j.version>") + ".jar",
            "lwjgl-" + lwjgl + ".jar",
            "lwjgl-opencl-" + lwjgl + ".jar",
            "lwjgl-" + lwjgl + "-natives-linux.jar",
            "unnamed",
            "Java" + DependentIT.PARTS,
            "Portable Computing Language" + DependentIT.PARTS);
  }
}
