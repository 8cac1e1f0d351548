package io.cleave.cli.print;

import io.cleave.json.JsonValue;
import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Output of a command: results on standard output, as text or as JSON, and notes on standard
/// error. A mixin with the option `--json`.
public final class Output {
  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(names = "--json", description = "Print JSON instead.")
  private boolean json;

  /// True if JSON is wanted.
  public boolean isJson() {
    return json;
  }

  /// Prints a result: its lines, or one JSON value of many lines.
  public void print(List<?> lines, Supplier<? extends JsonValue> value) {
    print(lines);
    if (json) {
      line().getOut().println(value.get().pretty());
    }
  }

  /// Prints lines, unless JSON is wanted.
  public void print(List<?> lines) {
    if (!json) {
      lines.forEach(line().getOut()::println);
    }
  }

  /// The writer of errors, notes and progress.
  public PrintWriter errors() {
    return line().getErr();
  }

  /// The command line, which has the writers.
  public CommandLine line() {
    return Objects.requireNonNull(spec, "picocli injects it").commandLine();
  }
}
