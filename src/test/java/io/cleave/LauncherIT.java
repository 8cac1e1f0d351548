package io.cleave;

import static java.nio.file.attribute.PosixFilePermission.OWNER_EXECUTE;
import static java.nio.file.attribute.PosixFilePermission.OWNER_READ;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The script `cleave` with a jar beside it, as it is installed: the archive that starts the jar
/// quickly, and whatever may befall it.
@Timeout(120)
class LauncherIT {
  private static final Path ROOT = Path.of(System.getProperty("cleave.basedir"));
  private static final Path JAR = Path.of(System.getProperty("cleave.cli.jar"));

  @TempDir private static Path made;
  @TempDir private Path folder;

  /// A folder with all that the first run leaves.
  @BeforeAll
  static void make() throws Exception {
    Files.copy(ROOT.resolve("cleave"), made.resolve("cleave"));
    Files.copy(JAR, made.resolve("cleave.jar"), StandardCopyOption.COPY_ATTRIBUTES);
    Launched.finish(start(made, "", "--version")).requireVersion();
  }

  /// A folder in another place, as if the first had been moved.
  @BeforeEach
  void install() throws IOException {
    for (String name : names(made)) {
      Files.copy(made.resolve(name), folder.resolve(name), StandardCopyOption.COPY_ATTRIBUTES);
    }
  }

  @Test
  void theBuildLeavesAnArchive() throws IOException {
    assertThat(archives(ROOT.resolve("target"))).isNotEmpty().allSatisfy(LauncherIT::isWhole);
  }

  @Test
  void theFirstRunMakesAnArchiveAndTheNextOnesUseIt() throws Exception {
    Path archive = archive();
    assertThat(archive).satisfies(LauncherIT::isWhole);
    assertThat(names(folder))
        .containsExactlyInAnyOrder(
            "cleave", "cleave.jar", "cleave.lock", archive.getFileName().toString());
    Object before = Files.getLastModifiedTime(archive);
    assertThat(isUsed()).isTrue();
    // It would end with an error if it could not use the archive.
    run("-XX:AOTMode=on -XX:AOTCache=" + archive, "--version").requireVersion();
    assertThat(Files.getLastModifiedTime(archive)).isEqualTo(before);
  }

  @Test
  void noArchiveIsUsedWithOtherModules() throws Exception {
    Launched run = run("--add-modules jdk.incubator.vector", "--version");
    assertThat(run.code()).isZero();
    // Not a word about archives, which the JVM says on standard output.
    assertThat(run.out()).matches(Launched.VERSION);
    assertThat(run.err()).matches("WARNING: Using incubator modules: jdk.incubator.vector\\R");
  }

  @Test
  void vectorsComeWithoutAWarning() throws Exception {
    Launched run = run("", "devices");
    assertThat(run.err()).isEmpty();
    // Fails where a JDK has shut the method by which the module is loaded.
    assertThat(run.out()).doesNotContain("--add-modules").contains("kernels  ");
  }

  @Test
  void aDamagedArchiveDoesNoHarm() throws Exception {
    Path archive = archive();
    byte[] whole = Files.readAllBytes(archive);
    byte[] flipped = whole.clone();
    for (int i = 4096; i < flipped.length; i += 997) {
      flipped[i] ^= 0x5a;
    }
    List<byte[]> damaged =
        List.of(
            new byte[0],
            "not an archive".getBytes(StandardCharsets.US_ASCII),
            Arrays.copyOf(whole, whole.length / 2),
            flipped);
    for (byte[] content : damaged) {
      Files.write(archive, content);
      run("", "--version").requireVersion();
      assertThat(archive).hasBinaryContent(content);
    }
  }

  @Test
  void anArchiveOfAnotherJarIsPassedOver() throws Exception {
    // The same bytes with another date are another jar; the archive is still the younger one.
    Files.setLastModifiedTime(folder.resolve("cleave.jar"), FileTime.fromMillis(1_000_000_000L));
    run("", "--version").requireVersion();
    assertThat(isUsed()).isFalse();
  }

  @Test
  void aYoungerJarGetsAnArchiveOfItsOwn() throws Exception {
    Path archive = archive();
    Files.write(archive, new byte[0]);
    Files.setLastModifiedTime(archive, FileTime.fromMillis(1));
    run("", "--version").requireVersion();
    assertThat(archive()).isEqualTo(archive).satisfies(LauncherIT::isWhole);
  }

  @Test
  void aLockThatCannotBeMadeIsNoObstacle() throws Exception {
    Files.delete(archive());
    Files.delete(folder.resolve("cleave.lock"));
    Files.createDirectory(folder.resolve("cleave.lock"));
    run("", "--version").requireVersion();
    assertThat(archives(folder)).isEmpty();
  }

  @Test
  void aFolderThatCannotBeWrittenStillWorks() throws Exception {
    Files.delete(archive());
    Files.setPosixFilePermissions(folder, Set.of(OWNER_READ, OWNER_EXECUTE));
    try {
      assumeFalse(Files.isWritable(folder), "this user may write everywhere");
      run("", "--version").requireVersion();
      assertThat(archives(folder)).isEmpty();
    } finally {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    }
  }

  @Test
  void severalAtOnceMakeOneArchive() throws Exception {
    Files.delete(archive());
    List<Process> all = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      all.add(start(folder, "", "--version"));
    }
    for (Process process : all) {
      Launched.finish(process).requireVersion();
    }
    assertThat(archive()).satisfies(LauncherIT::isWhole);
    assertThat(isUsed()).isTrue();
  }

  @Test
  void aKilledRunLeavesNoHalfOfAnArchive() throws Exception {
    Files.delete(archive());
    Process process = start(folder, "", "--version");
    while (process.isAlive() && names(folder).stream().noneMatch(name -> name.contains(".aot."))) {
      Thread.sleep(5);
    }
    List<ProcessHandle> others = process.descendants().toList();
    // First, or the script says by an empty archive that none can be made.
    process.destroyForcibly().waitFor();
    others.forEach(ProcessHandle::destroyForcibly);
    assertThat(archives(folder)).isEmpty();
    run("", "--version").requireVersion();
    assertThat(archive()).satisfies(LauncherIT::isWhole);
    assertThat(names(folder)).noneMatch(name -> name.contains(".aot."));
  }

  @Test
  void aLocaleThatIsNotInstalledStillHasAllLetters() throws Exception {
    assumeTrue("UTF-8".equals(System.getProperty("sun.jnu.encoding")), "LC_ALL=C.UTF-8 is not set");
    Path array = folder.resolve("\u00e9t\u00e9.npy");
    Files.copy(ROOT.resolve("test-data/qkv.npy"), array);
    for (String locale : List.of("", "C", "xx_YY.UTF-8")) {
      ProcessBuilder builder = Launched.builder(folder, "", "inspect", array.toString());
      builder.environment().put("LC_ALL", locale);
      Launched run = Launched.finish(builder.start());
      assertThat(run.err()).as(locale).isEmpty();
      assertThat(run.out()).contains("f32 [8, 12, 16]");
    }
  }

  @Test
  void theUsersOwnArchiveOptionsAreTheOnlyOnes() throws Exception {
    for (String options : List.of("-Xshare:off", "-XX:+UseZGC", "-Xmx40g -Xint")) {
      run(options, "--version").requireVersion();
    }
  }

  @Test
  void theUsersOwnCollectorIsTheOnlyOne() throws Exception {
    for (String variable : List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")) {
      ProcessBuilder builder = Launched.builder(folder, "", "--version");
      builder.environment().put(variable, "-XX:+UseParallelGC");
      Launched run = Launched.finish(builder.start());
      assertThat(run.code()).as(variable).isZero();
      assertThat(run.out()).matches(Launched.VERSION);
      assertThat(run.err()).matches("(NOTE: )?Picked up %s: .*\\R".formatted(variable));
    }
  }

  /// Neither the archive nor the jar would be found.
  @Test
  void aFolderWithAColonIsRefused() throws Exception {
    Path colon = Files.createDirectory(folder.resolve("a:b"));
    Files.copy(made.resolve("cleave"), colon.resolve("cleave"));
    Files.createLink(colon.resolve("cleave.jar"), folder.resolve("cleave.jar"));
    Launched run = Launched.finish(start(colon, "", "--version"));
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).matches("cleave: .* colon .*/a:b has one: move it .*\\R");
    assertThat(run.out()).isEmpty();
    assertThat(names(colon)).containsExactlyInAnyOrder("cleave", "cleave.jar");
  }

  /// The dynamic linker would look for what is before the blank, and for what is behind it.
  @Test
  void aBlankInThePathOfJavaIsNotHeard() throws Exception {
    Path java = Path.of(System.getProperty("java.home"));
    Path home = Files.createSymbolicLink(folder.resolve("my java"), java);
    ProcessBuilder builder = Launched.builder(folder, "", "--version");
    builder.environment().put("JAVA_HOME", home.toString());
    Launched run = Launched.finish(builder.start());
    // Or JUnit warns that the link leads out of the folder that it deletes.
    Files.delete(home);
    run.requireVersion();
  }

  /// Whether the JVM takes the program's classes from the archive; it says so itself.
  private boolean isUsed() throws Exception {
    return run("-Xlog:class+load:stdout", "--version")
        .out()
        .contains("io.cleave.cli.Main source: shared objects file");
  }

  private static void isWhole(Path archive) {
    assertThat(archive.toFile().length()).isGreaterThan(1 << 20);
  }

  private Path archive() throws IOException {
    List<Path> archives = archives(folder);
    assertThat(archives).hasSize(1);
    return archives.getFirst();
  }

  private static List<Path> archives(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".aot")).toList();
    }
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  private Launched run(String options, String... args) throws Exception {
    return Launched.finish(start(folder, options, args));
  }

  private static Process start(Path folder, String options, String... args) throws IOException {
    return Launched.builder(folder, options, args).start();
  }
}
