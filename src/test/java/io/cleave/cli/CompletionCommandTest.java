package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.cli.print.ExitCode;
import io.cleave.plan.ElementType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The completion script, in a real bash.
@Timeout(60)
class CompletionCommandTest {
  private static final String BASE = System.getProperty("cleave.basedir");

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"bash", "zsh"})
  void theScriptIsAScript(String shell) throws Exception {
    Cli run = Cli.run("completion", shell);
    assertThat(run.code()).isZero();
    assertThat(run.err()).isEmpty();
    Path script = Files.writeString(folder.resolve("script"), run.out());
    assertThat(bash("-n", script.toString())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          cleave sp                                       | split
          cleave compl                                    | completion
          cleave help exp                                 | explain
          cleave completion z                             | zsh
          cleave explain --ro                             | --route
          cleave explain --route f                        | fused
          cleave split a.npy --axis 1 --equal 2 --route p | per-part
          cleave verify --binding j                       | jocl
          cleave bench --type f8e4                        | f8e4m3
          cleave explain --device op                      | opencl
          cleave ir --str                                 | --strict
          cleave split test-data/qk                       | test-data/qkv.npy
          cleave explain test-data/qk                     | test-data/qkv.npy
          cleave verify --cases test-data/qk              | test-data/qkv.npy
          cleave explain --svg test-da                    | test-data
          cleave frobnicate --ro                          | ''
          """)
  void completes(String typed, String expected) throws Exception {
    assertThat(String.join(" ", complete(typed))).isEqualTo(expected);
  }

  @Test
  void offersEveryCommandAndEveryType() throws Exception {
    assertThat(complete("cleave ")).containsAll(Main.line().getSubcommands().keySet());
    assertThat(complete("cleave explain --type "))
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(ElementType.values()).map(ElementType::toString).toList());
  }

  @Test
  void anotherShellIsRefused() {
    Cli run = Cli.run("completion", "fish");
    assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains("there is no completion for \"fish\"; use bash or zsh");
  }

  /// What bash offers where the typed text ends, asked as bash itself asks: through the function
  /// that is registered for the command.
  private List<String> complete(String typed) throws Exception {
    Path script = Files.writeString(folder.resolve("script"), Cli.run("completion", "bash").out());
    return bash(
        "-c",
        """
        . "$1"
        compopt() { :; }
        typed=$2
        set -f
        COMP_WORDS=($typed)
        case $typed in *' ') COMP_WORDS+=('') ;; esac
        set +f
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE=$typed COMP_POINT=${#typed}
        registered=$(complete -p cleave) || exit
        registered=${registered##*-F }
        "${registered%% *}"
        printf '%s\\n' "${COMPREPLY[@]}"
        """,
        "bash",
        script.toString(),
        typed);
  }

  private static List<String> bash(String... args) throws IOException, InterruptedException {
    Path bash = Path.of("/bin/bash");
    assumeTrue(Files.isExecutable(bash), "there is no /bin/bash");
    ProcessBuilder builder = new ProcessBuilder(bash.toString());
    builder.command().addAll(List.of(args));
    builder.environment().remove("LD_PRELOAD");
    Process process =
        builder
            .directory(Path.of(BASE).toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    List<String> lines = process.inputReader().readAllLines();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
    return lines;
  }
}
