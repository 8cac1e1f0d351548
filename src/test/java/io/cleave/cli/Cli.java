package io.cleave.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/// One run of the program inside this JVM.
///
/// @param code the exit code
/// @param out what went to standard output
/// @param err what went to standard error
public record Cli(int code, String out, String err) {
  public static Cli run(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = Main.run(new PrintWriter(out), new PrintWriter(err, true), args);
    return new Cli(code, out.toString(), err.toString());
  }
}
