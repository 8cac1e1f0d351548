package io.cleave.cli;

import io.cleave.cli.option.Converters;
import io.cleave.cli.print.Complaints;
import io.cleave.cli.print.ExitCode;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/// The program `cleave`.
public final class Main {
  private Main() {}

  /// Runs one command and ends the JVM with its exit code.
  public static void main(String[] args) {
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    System.setProperty("org.slf4j.simpleLogger.showThreadName", "false");
    System.setProperty("org.slf4j.simpleLogger.showLogName", "false");
    System.exit(run(out, err, args));
  }

  /// Runs one command.
  ///
  /// @return the exit code
  static int run(PrintWriter out, PrintWriter err, String... args) {
    return run(line(), out, err, args);
  }

  /// Runs one of these commands.
  static int run(CommandLine line, PrintWriter out, PrintWriter err, String... args) {
    line.setOut(out);
    line.setErr(err);
    line.setUsageHelpAutoWidth(true);
    // An argument that begins with @ is a file to split, not one to read arguments from.
    line.setExpandAtFiles(false);
    line.setParameterExceptionHandler(Complaints::badUse);
    line.setExecutionExceptionHandler(Complaints::failed);
    int code = execute(line, args);
    return out.checkError() && code == ExitCode.DONE ? Complaints.outputLost(line) : code;
  }

  /// The command with its subcommands.
  static CommandLine line() {
    CommandLine line = new CommandLine(new CleaveCommand());
    Converters.register(line);
    return line;
  }

  private static int execute(CommandLine line, String... args) {
    try {
      return line.execute(args);
    } catch (OutOfMemoryError e) {
      return Complaints.outOfMemory(line, e);
    } catch (Error e) {
      // picocli's handlers get exceptions alone.
      return Complaints.unexpected(line, e);
    }
  }
}
