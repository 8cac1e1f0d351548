package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/// What every command's help must say, those that are added later included.
class HelpTest {
  private static final String EXAMPLE = "  cleave ";

  /// The command `help` is picocli's own.
  static Stream<String> commands() {
    return Stream.concat(
        Stream.of(""),
        Main.line().getSubcommands().keySet().stream().filter(name -> !name.equals("help")));
  }

  private static CommandSpec spec(String command) {
    CommandLine line = Main.line();
    return command.isEmpty()
        ? line.getCommandSpec()
        : Objects.requireNonNull(line.getSubcommands().get(command)).getCommandSpec();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everythingHasADescription(String command) {
    CommandSpec spec = spec(command);
    assertThat(spec.usageMessage().description()).isNotEmpty().allMatch(HelpTest::isSentence);
    assertThat(spec.args())
        .allSatisfy(
            arg -> {
              assertThat(arg.description()).as(name(arg)).isNotEmpty().noneMatch(String::isBlank);
              assertThat(isSentence(String.join(" ", arg.description()))).as(name(arg)).isTrue();
            });
  }

  private static String name(ArgSpec arg) {
    return arg.isOption() ? arg.toString() : arg.paramLabel();
  }

  /// Such as can be read aloud: it begins with a capital letter or a name, and ends.
  private static boolean isSentence(String text) {
    return text.matches("(?s)\\S.*[.)]|The shell: .*");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyExampleCanBeUnderstood(String command) {
    List<String> examples =
        Arrays.stream(spec(command).usageMessage().footer())
            .filter(line -> line.startsWith(EXAMPLE))
            .toList();
    assertThat(examples).isNotEmpty();
    for (String example : examples) {
      String arguments = example.substring(EXAMPLE.length()).split(" [|>&]", 2)[0];
      // Throws a complaint if an option is unknown, or one is missing.
      CommandLine.ParseResult parsed = Main.line().parseArgs(arguments.split(" "));
      if (!command.isEmpty()) {
        assertThat(parsed.subcommand().commandSpec().name()).isEqualTo(command);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void isOfOneMake(String command) {
    List<String> args = new ArrayList<>(command.isEmpty() ? List.of() : List.of(command));
    args.add("--help");
    Cli run = Cli.run(args.toArray(String[]::new));
    assertThat(run.code()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .startsWith(("Usage: cleave " + command).strip())
        .containsSubsequence("-h, --help", "-V, --version", "Exit codes:", "Examples:")
        .contains("2   bad use or bad input");
    assertThat(run.out().lines())
        .as("lines that do not fit")
        .noneMatch(line -> line.length() > 100);
    assertThat(run.out().toLowerCase(Locale.ROOT)).doesNotContain("${", "null", "todo");
  }
}
