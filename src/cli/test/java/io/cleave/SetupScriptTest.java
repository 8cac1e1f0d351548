package io.cleave;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `docker/setup.sh` where all packages are said to be there, and pip and the default JDK are
/// fakes.
class SetupScriptTest {
  private static final Path SCRIPT =
      Path.of(System.getProperty("cleave.basedir"), "docker", "setup.sh");

  private static final String PIP_FAILS =
      """
      #!/bin/sh
      case "$*" in *" download "*) ;; *) exit 0 ;; esac
      echo "$*" >calls
      for list; do :; done
      cat "$list" >requirements
      cat trouble >&2
      exit 1
      """;

  @TempDir private Path folder;

  @BeforeEach
  void makeFakes() throws IOException {
    executable("bin/dpkg-query", "#!/bin/sh\necho installed\n");
    executable("bin/python3", PIP_FAILS);
    for (String tool : List.of("java", "javac")) {
      executable("old/bin/" + tool, "#!/bin/sh\n");
      executable("home/.jdks/new/bin/" + tool, "#!/bin/sh\n");
    }
    Files.writeString(folder.resolve("old/release"), "A=\"b\"\nJAVA_VERSION=\"17.0.15\"\n");
    Files.writeString(folder.resolve("home/.jdks/new/release"), "JAVA_VERSION=\"99\"\n");
    Files.writeString(folder.resolve("trouble"), "first line\nno network\n");
  }

  private void executable(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private Cli run(String... arguments) {
    ProcessBuilder builder = new ProcessBuilder(SCRIPT.toString());
    builder.command().addAll(List.of(arguments));
    List.of("LD_PRELOAD", "SUDO_USER").forEach(builder.environment()::remove);
    builder.environment().put("HOME", folder.resolve("home").toString());
    builder.environment().put("JAVA_HOME", folder.resolve("old").toString());
    String bin = folder.resolve("bin") + ":" + folder.resolve("old/bin");
    builder.environment().merge("PATH", bin, (path, first) -> first + ":" + path);
    return Cli.run(builder.directory(folder.toFile()));
  }

  @Test
  void commandRunsWithANewJdkBesideAnOldOneAndWithoutANetwork() throws Exception {
    Cli result =
        run("sh", "-c", "command -v java; grep -h JAVA_VERSION= \"$JAVA_HOME/release\"; exit 9");
    assertThat(result.code()).as(result.err()).isEqualTo(9);
    assertThat(result.out().strip())
        .doesNotContain("/old/")
        .matches("/.*/bin/java\nJAVA_VERSION=\"(2[5-9]|[3-9]\\d).*");
    assertThat(result.err()).contains("skipped OpenVINO", "no network").hasLineCount(1);
  }

  @Test
  void wrongHashIsAnError() throws Exception {
    Files.writeString(folder.resolve("trouble"), "DO NOT MATCH THE HASHES\nExpected x\n");
    Cli result = run("echo", "done");
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).contains("DO NOT MATCH THE HASHES", "Expected x");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--openvino", "--intel-opencl"})
  void everyWheelIsHeldToItsHash(String what) throws Exception {
    assertThat(run(what, "there").code()).isEqualTo(1);
    assertThat(folder.resolve("calls")).content().contains("--require-hashes");
    String requirements = Files.readString(folder.resolve("requirements"));
    assertThat(requirements.replace("\\\n", "").lines())
        .allMatch(line -> line.matches("[a-z-]+==[0-9.]+( +--hash=sha256:[0-9a-f]{64})+"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--cpu", "--gpu --openvino", "--openvino /", "--openvino a b"})
  void badUseShowsTheUsage(String arguments) throws Exception {
    Cli result = run(arguments.split(" "));
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).startsWith("usage: docker/setup.sh [COMMAND");
  }
}
