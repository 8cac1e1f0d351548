package io.cleave.cli.print;

import io.cleave.json.JsonValue;
import java.io.Console;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Output of a command: results on standard output, as text or as JSON, and notes on standard
/// error. As a mixin it adds the option `--json`.
public final class Output {
  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(names = "--json", description = "Print JSON instead.")
  private boolean json;

  /// The output of a command without the option.
  ///
  /// @param spec as picocli has injected it
  public static Output of(@Nullable CommandSpec spec) {
    Output output = new Output();
    output.spec = spec;
    return output;
  }

  /// True if JSON is wanted.
  public boolean isJson() {
    return json;
  }

  /// Prints a line.
  public void print(Object text) {
    line().getOut().println(text);
  }

  /// Prints JSON.
  public void print(JsonValue value) {
    line().getOut().println(value.pretty());
  }

  /// Prints a line on standard error.
  public void note(String text) {
    errors().println(text);
  }

  /// The writer of errors and progress.
  public PrintWriter errors() {
    return line().getErr();
  }

  /// The command line, which has the writers.
  public CommandLine line() {
    return Objects.requireNonNull(spec, "picocli injects it").commandLine();
  }

  /// A plan as a bar if standard output is a terminal, else nothing.
  // In JDK 22 to 24 the console was never null; since 25 it is again, where there is no terminal.
  @SuppressWarnings("SystemConsoleNull")
  public List<String> bar(PlanPicture picture) {
    Console console = System.console();
    if (console == null || !console.isTerminal()) {
      return List.of();
    }
    boolean isUnicode =
        console.charset().equals(StandardCharsets.UTF_8) && !"dumb".equals(System.getenv("TERM"));
    // picocli asks the terminal for its width, and takes 80 for one that does not say.
    return picture.bar(line().getCommandSpec().usageMessage().width(), isUnicode);
  }
}
