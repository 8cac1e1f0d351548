package io.cleave.cli;

import io.cleave.OpenClException;
import io.cleave.file.MalformedFileException;
import io.cleave.file.io.WrongPartException;
import io.cleave.text.OneLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// Reports failures: one sentence on standard error and an [ExitCode].
public final class Errors {
  private Errors() {}

  /// Reports a command line that cannot be understood.
  public static int badUse(ParameterException problem) {
    CommandLine line = problem.getCommandLine();
    String sentence = sentence(problem);
    String remedy = "";
    if (problem instanceof UnmatchedArgumentException unmatched
        && !unmatched.getSuggestions().isEmpty()) {
      remedy = "; perhaps '%s' was meant".formatted(unmatched.getSuggestions().getFirst());
    }
    String help = line.getCommandSpec().qualifiedName();
    say(line, "%s%s; see '%s --help'".formatted(sentence, remedy, help));
    return ExitCode.BAD_INPUT;
  }

  /// Reports a command, or a piece of work, that could not be done.
  ///
  /// @param subject the input, which the sentence shall name; empty if there is but one
  public static int failed(Throwable problem, String subject, CommandLine line) {
    int code =
        switch (problem) {
          case IllegalArgumentException _, MalformedFileException _, FileSystemException _ ->
              ExitCode.BAD_INPUT;
          case WrongPartException _ -> ExitCode.CHECK_FAILED;
          case IOException _, UncheckedIOException _, OpenClException _ -> ExitCode.DEVICE_FAILED;
          case OutOfMemoryError _, InternalError _ -> ExitCode.DEVICE_FAILED;
          default -> -1;
        };
    if (code < 0) {
      say(line, "this is a fault of cleave, please report it with what follows");
      problem.printStackTrace(line.getErr());
      return ExitCode.DEVICE_FAILED;
    }
    String sentence = message(problem);
    say(line, sentence.contains(subject) ? sentence : subject + ": " + sentence);
    return code;
  }

  /// Reports that standard output did not arrive: a full disk, or a reader that has gone.
  public static int outputLost(CommandLine line) {
    say(line, "standard output cannot be written; what was printed is not complete");
    return ExitCode.DEVICE_FAILED;
  }

  /// The message of a failure, on one line.
  public static String sentence(Throwable problem) {
    return oneLine(message(problem));
  }

  /// The message, with the options for what it advises to do.
  private static String message(Throwable problem) {
    String message = Objects.requireNonNullElse(problem.getMessage(), problem.toString());
    return switch (problem) {
      case OutOfMemoryError _ when message.contains("Unable to allocate ") ->
          "this machine has not so much memory free (%s); split a smaller tensor"
              .formatted(message);
      case OutOfMemoryError _ ->
          "the Java heap is used up (%s); allow more, for instance CLEAVE_OPTS=-Xmx8g"
              .formatted(message);
      // How the JVM reports that a page of a mapped file is gone or cannot be read.
      case InternalError _ -> "a file was cut short while it was read (%s)".formatted(message);
      default ->
          message
              .replaceFirst("or replace it$", "$0 with --force")
              .replaceFirst("give it as max$", "$0 with --max")
              .replaceFirst(
                  "raise the limit of (header|data|parts)s? to (\\d+)$", "$0 with --limit $1=$2");
    };
  }

  private static void say(CommandLine line, String sentence) {
    line.getErr().println("cleave: " + oneLine(sentence));
    line.getErr().flush();
  }

  private static String oneLine(String message) {
    return OneLine.of(
        message.strip().replaceAll("\\s*(\\R\\s*)+", " ").replaceFirst("^Error: ", ""));
  }
}
