package io.cleave.cli.print;

import io.cleave.json.JsonValue;
import java.io.PrintWriter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/// Where a command writes.
///
/// @param line the command's own line, which knows the writers
public record Output(CommandLine line) {
  /// The output of a command whose spec picocli has injected.
  public static Output of(@Nullable CommandSpec spec) {
    return new Output(Objects.requireNonNull(spec, "picocli injects it").commandLine());
  }

  /// One line of data.
  public void print(Object text) {
    out().println(text);
  }

  /// Data for a machine.
  public void print(JsonValue json) {
    out().println(json.pretty());
  }

  /// Whether what was printed is lost: its reader has gone, or the disk is full.
  public boolean isLost() {
    return out().checkError();
  }

  /// The help text, as a complaint.
  public void usage() {
    line.usage(line.getErr());
  }

  /// Says something beside the results, where complaints and progress go.
  public void note(String text) {
    errors().println(text);
  }

  /// Where complaints and progress go.
  PrintWriter errors() {
    return line.getErr();
  }

  private PrintWriter out() {
    return line.getOut();
  }
}
