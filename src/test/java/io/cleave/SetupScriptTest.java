package io.cleave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What `docker/setup.sh` does without root and network: bad use, wheels with a Python that only
/// pretends, and how it finds a JDK where all else only pretends.
class SetupScriptTest {
  private static final Path SCRIPT =
      Path.of(System.getProperty("cleave.basedir"), "docker", "setup.sh");

  /// Fetches an empty wheel for each requirement, and unpacks files from it that pass for
  /// libraries. The file `trouble` holds what it says instead.
  private static final String PYTHON =
      """
      #!/bin/sh
      echo "$@" >> calls
      case "$*" in
          *" download "*)
              if [ -e trouble ]; then cat trouble >&2; exit 1; fi
              while [ "$1" != --dest ]; do shift; done
              mkdir "$2"
              cat "$4" >> requirements
              for name in $(sed -n 's/==.*//p' "$4"); do echo > "$2/$name.whl"; done ;;
          *"/openvino.whl"*)
              mkdir -p "$5/openvino/libs"
              echo > "$5/openvino/libs/libopenvino_c.so.2641" ;;
          *".whl"*)
              name=$(basename "$4" .whl)
              mkdir -p "$5/$name.data/data/lib"
              echo "$name" > "$5/$name.data/data/lib/$name.so"
              if [ "$name" = intel-opencl-rt ]; then
                  echo driver > "$5/$name.data/data/lib/libintelocl.so"
                  echo driver > "$5/$name.data/data/lib/libintelocl.so.2026.22.10.0"
              fi ;;
      esac
      """;

  private static final String LIBRARY = "openvino/libs/libopenvino_c.so.2641";

  @TempDir private Path folder;

  private record Result(int status, String output, String errors) {}

  @BeforeEach
  void writePython() throws IOException {
    Path python = Files.createDirectory(folder.resolve("bin")).resolve("python3");
    Files.writeString(python, PYTHON);
    assertThat(python.toFile().setExecutable(true)).isTrue();
  }

  /// What this JVM is given for PoCL is not what users have.
  private static void withoutSignalChaining(ProcessBuilder builder) {
    builder.environment().remove("LD_PRELOAD");
  }

  private Result run(List<String> arguments) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(SCRIPT.toString());
    builder.command().addAll(arguments);
    withoutSignalChaining(builder);
    builder.environment().put("HOME", folder.resolve("home").toString());
    builder
        .environment()
        .merge("PATH", folder.resolve("bin").toString(), (old, bin) -> bin + ":" + old);
    Path errors = folder.resolve("errors");
    builder.directory(folder.toFile()).redirectError(errors.toFile());
    Process process = builder.start();
    String output = String.join("\n", process.inputReader().readAllLines());
    int status = process.waitFor();
    return new Result(status, output, ErrorOutput.of(Files.readString(errors)));
  }

  /// Programs that say that all packages are there, and a JDK that is newer than any.
  private Path pretend(String jdk) throws IOException {
    for (String tool : List.of("apt-get", "mvn", "clinfo", "dpkg-query")) {
      executable(folder.resolve("bin").resolve(tool), "#!/bin/sh\necho 'installed 1.0'\n");
    }
    Path home = folder.resolve(jdk);
    executable(home.resolve("bin/javac"), "#!/bin/sh\n");
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"99.0.1\"\n");
    return home;
  }

  private static void executable(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  /// Runs the script as the child of a shell, which stands for sudo and keeps its environment.
  private String found(String call, Map<String, String> environment) throws Exception {
    ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", call + "; exit", "sh");
    String plain = folder.resolve("bin") + ":/usr/bin:/bin";
    builder.command().addAll(List.of(plain, SCRIPT.toString()));
    withoutSignalChaining(builder);
    List.of("JAVA_HOME", "SUDO_USER").forEach(builder.environment()::remove);
    builder.environment().put("PATH", plain);
    builder.environment().put("HOME", folder.resolve("home").toString());
    builder.environment().putAll(environment);
    Process process = builder.redirectErrorStream(true).directory(folder.toFile()).start();
    String output = String.join("\n", process.inputReader().readAllLines());
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }

  private static final String SUDO = "env -i SUDO_USER=nobody HOME=/root PATH=\"$1\" \"$2\"";

  @Test
  void theJdkOnThePathIsFound() throws Exception {
    Path jdk = pretend("a jdk");
    Path links = Files.createDirectory(folder.resolve("links"));
    Files.createSymbolicLink(links.resolve("javac"), jdk.resolve("bin/javac"));
    String path = links + ":" + folder.resolve("bin") + ":/usr/bin:/bin";
    assertThat(found("\"$2\"", Map.of("PATH", path)))
        .contains("found      JDK 99, " + jdk.toRealPath());
  }

  @Test
  void underSudoTheJdkOfTheCallerIsFound() throws Exception {
    Path jdk = pretend("a jdk");
    String path = jdk.resolve("bin") + ":/usr/bin:/bin";
    String line = "found      JDK 99, " + jdk.toRealPath();
    assertThat(found(SUDO, Map.of("PATH", path))).contains(line);
    assertThat(found(SUDO, Map.of("JAVA_HOME", jdk.toString())))
        .contains("found      JDK 99, " + jdk);
    // Without sudo, what the parent has is nothing to this script.
    assertThat(found("env -u JAVA_HOME PATH=\"$1\" \"$2\" || true", Map.of("PATH", path)))
        .doesNotContain("JDK 99");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--cpu",
        "--gpu --openvino",
        "--openvino --gpu",
        "--openvino /",
        "--openvino a b",
        "--intel-opencl /",
        "--openvino --intel-opencl"
      })
  void badUseShowsTheUsage(String arguments) throws Exception {
    Result result = run(List.of(arguments.split(" ")));
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.errors())
        .contains(
            "usage: docker/setup.sh [--gpu | --openvino [DIR] | --intel-opencl [DIR] | --help]");
  }

  @Test
  void openVinoIsInstalledOnce() throws Exception {
    Result first = run(List.of("--openvino"));
    assertThat(first.status()).as(first.errors()).isZero();
    Path home = folder.resolve("home/.cache/cleave/openvino");
    assertThat(home.resolve(LIBRARY)).exists();
    assertThat(first.output()).endsWith("in " + home);
    List<String> calls = Files.readAllLines(folder.resolve("calls"));

    Result second = run(List.of("--openvino"));
    assertThat(second.status()).isZero();
    assertThat(second.output()).startsWith("found ").endsWith(home.toString());
    assertThat(folder.resolve("calls")).hasContent(String.join("\n", calls));
  }

  @Test
  void anotherFolderIsNamedToWhoeverLooksForIt() throws Exception {
    Path other = Files.createDirectory(folder.resolve("o v"));
    Result result = run(List.of("--openvino", "o v/"));
    assertThat(result.status()).as(result.errors()).isZero();
    assertThat(other.resolve(LIBRARY)).exists();
    assertThat(result.output())
        .contains("CLEAVE_OPENVINO=" + other)
        .endsWith("-Dbench.openvino=" + other);
  }

  @Test
  void aFolderWithSomethingElseIsLeftAlone() throws Exception {
    Path other = Files.createDirectory(folder.resolve("other"));
    Files.writeString(other.resolve("letter"), "dear");
    Result result = run(List.of("--openvino", "other"));
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.errors())
        .contains("other holds something else")
        .contains("name another folder");
    assertThat(other).isDirectoryContaining(file -> file.endsWith("letter"));
    assertThat(folder.resolve("calls")).doesNotExist();
  }

  @Test
  void whatCouldNotBeFetchedIsNotFound() throws Exception {
    Path trouble = Files.writeString(folder.resolve("trouble"), "first\nno network\n");
    Result result = run(List.of("--openvino", "here"));
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.errors())
        .isEqualTo("first\nsetup.sh: pip could not fetch OpenVINO 2026.4.1: no network\n");
    assertThat(folder.resolve("here")).doesNotExist();
    Files.delete(trouble);
    assertThat(run(List.of("--openvino", "here")).status()).isZero();
    assertThat(folder.resolve("here").resolve(LIBRARY)).exists();
  }

  @Test
  void intelsDriverIsInstalledOnceWithAFileThatNamesIt() throws Exception {
    Result first = run(List.of("--intel-opencl"));
    assertThat(first.status()).as(first.errors()).isZero();
    Path home = folder.resolve("home/.cache/cleave/intel-opencl");
    Path driver = home.resolve("lib/libintelocl.so");
    assertThat(home.resolve("intel.icd")).hasContent(driver.toString());
    assertThat(home.resolve("lib/tbb.so")).exists();
    assertThat(Files.isSameFile(driver, home.resolve("lib/libintelocl.so.2026.22.10.0"))).isTrue();
    assertThat(first.output()).contains("OCL_ICD_VENDORS=" + home);

    assertThat(run(List.of("--intel-opencl")).output()).startsWith("found ");
    assertThat(Files.readAllLines(folder.resolve("calls")))
        .filteredOn(call -> call.contains(" download "))
        .hasSize(1);
  }

  @Test
  void everyWheelIsHeldToItsHash() throws Exception {
    assertThat(run(List.of("--openvino")).status()).isZero();
    assertThat(run(List.of("--intel-opencl")).status()).isZero();
    assertThat(Files.readAllLines(folder.resolve("calls")))
        .filteredOn(call -> call.contains(" download "))
        .hasSize(2)
        .allMatch(call -> call.contains(" --require-hashes "));
    String requirements = Files.readString(folder.resolve("requirements"));
    assertThat(requirements.replace("\\\n", "").lines())
        .hasSize(4)
        .allMatch(line -> line.matches("[a-z-]+==[0-9.]+( +--hash=sha256:[0-9a-f]{64})+"));
  }

  @Test
  void allOfItBringsOpenVino() throws Exception {
    pretend("a jdk");
    Result result = run(List.of());
    assertThat(result.status()).as(result.errors()).isZero();
    assertThat(result.output()).contains("installed  OpenVINO 2026.4.1");
    assertThat(folder.resolve("home/.cache/cleave/openvino").resolve(LIBRARY)).exists();
    assertThat(folder.resolve("home/.cache/cleave/intel-opencl")).doesNotExist();
  }

  @Test
  void allOfItButOpenVinoIsInstalledWithoutANetwork() throws Exception {
    pretend("a jdk");
    Files.writeString(folder.resolve("trouble"), "no network\n");
    Result result = run(List.of());
    assertThat(result.status()).as(result.errors()).isZero();
    assertThat(result.output().lines())
        .containsOnlyOnce(
            "skipped    OpenVINO 2026.4.1, with the tests that need it: pip could not fetch"
                + " OpenVINO 2026.4.1: no network");
    assertThat(result.errors()).isEmpty();
  }

  @Test
  void whatIsNotWhatItShouldBeIsNotSkipped() throws Exception {
    pretend("a jdk");
    Files.writeString(folder.resolve("trouble"), "DO NOT MATCH THE HASHES\nExpected x\n");
    Result result = run(List.of());
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.errors()).contains("DO NOT MATCH THE HASHES", "Expected x");
  }

  @Test
  void underSudoOpenVinoIsLeftToTheCaller() throws Exception {
    Path jdk = pretend("a jdk");
    assertThat(found(SUDO, Map.of("JAVA_HOME", jdk.toString())))
        .contains("skipped    OpenVINO 2026.4.1", "run docker/setup.sh --openvino without sudo");
    assertThat(folder.resolve("calls")).doesNotExist();
  }
}
