package io.cleave.cli;

import io.cleave.json.JsonValue;
import io.cleave.text.OneLine;
import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Output of a command: results on standard output, as text or as JSON, and notes on standard
/// error. A mixin with the option `--json`.
public final class Output {
  /// The characters of a name that are shown.
  private static final int MOST_SHOWN = 200;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  @Option(names = "--json", description = "Print JSON instead.")
  private boolean json;

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

  /// True if a stream is a terminal, as far as that can be told.
  ///
  /// @param stream 1 for standard output, 2 for standard error
  // In JDK 22 to 24 the console was never null; since 25 it is again, where there is no terminal.
  @SuppressWarnings("SystemConsoleNull")
  static boolean isTerminal(int stream) {
    try {
      String device = Files.readSymbolicLink(Path.of("/proc/self/fd/" + stream)).toString();
      return device.startsWith("/dev/pts/") || device.startsWith("/dev/tty");
    } catch (IOException _) {
      // Where there is no /proc, the JDK only knows of standard input and output.
      Console console = System.console();
      return console != null && console.isTerminal();
    }
  }

  /// The command line, which has the writers.
  public CommandLine line() {
    return spec.commandLine();
  }

  /// A path as it is shown, since names of files may hold ends of lines and commands for terminals:
  /// itself, or a JSON string where it is blank or has characters that are not shown.
  public static String shown(Path path) {
    String text = path.toString();
    return !text.isBlank() && OneLine.isPlain(text) ? text : JsonValue.of(text).toString();
  }

  /// A name of a tensor as it is shown: itself where it is plain, else a JSON string; cut where it
  /// is long.
  public static String shown(String text) {
    String cut = OneLine.beginning(text, MOST_SHOWN);
    String json = JsonValue.of(cut).toString();
    return cut.isBlank() || json.length() != cut.length() + 2 ? json : cut;
  }
}
