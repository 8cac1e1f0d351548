package io.cleave.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.plan.ElementType;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine.Model.CommandSpec;

/// The help of every command, and the completion in shells.
class HelpTest {
  private static final String EXAMPLE = "  cleave ";

  /// All but picocli's own.
  static Stream<String> commands() {
    return Main.line().getSubcommands().keySet().stream()
        .filter(name -> !Set.of("help", "completion").contains(name));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void describesAllAndHasExamplesThatParse(String command) {
    Cli run = Cli.run(command, "--help");
    assertThat(run.code()).isZero();
    assertThat(run.out())
        .startsWith("Usage: cleave " + command)
        .containsSubsequence("-h, --help", "-V, --version", "Exit codes:", "Examples:")
        .contains("2   invalid arguments or input")
        .doesNotContain("${");
    CommandSpec spec = requireNonNull(Main.line().getSubcommands().get(command)).getCommandSpec();
    assertThat(spec.args()).allMatch(arg -> arg.description().length > 0);
    List<String> examples =
        Arrays.stream(spec.usageMessage().footer())
            .filter(text -> text.startsWith(EXAMPLE))
            .map(text -> text.substring(EXAMPLE.length()).split(" [|>&]", 2)[0])
            .toList();
    assertThat(examples)
        .isNotEmpty()
        .allMatch(text -> Main.line().parseArgs(text.split(" ")).subcommand() != null);
  }

  @Test
  void completionKnowsCommandsOptionsAndValues() {
    Cli run = Cli.run("completion").succeeded();
    assertThat(run.out())
        .startsWith("#!/usr/bin/env bash")
        .contains(Main.line().getSubcommands().keySet())
        .contains("--nearly-equal", "\"per-part\"", "\"imagenet\"")
        .contains(Stream.of(ElementType.values()).map(type -> "\"" + type + "\"").toList());
  }
}
