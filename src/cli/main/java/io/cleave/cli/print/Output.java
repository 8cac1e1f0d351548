package io.cleave.cli.print;

import io.cleave.json.JsonValue;
import java.io.PrintWriter;
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

  /// Prints a value, JSON in many lines.
  public void print(Object value) {
    line().getOut().println(value instanceof JsonValue tree ? tree.pretty() : value);
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
}
