package io.cleave.cli.print;

import io.cleave.OpenClException;
import io.cleave.file.MalformedFileException;
import io.cleave.file.io.WrongPartException;
import io.cleave.text.OneLine;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// Reports failures: one sentence on standard error and an [ExitCode].
public final class Errors {
  private static final String NATIVE_MEMORY = "Unable to allocate ";

  /// How the library says that an input exceeds a limit.
  private static final Pattern LIMIT = Pattern.compile("raise the limit of \\w+ to \\d+$");

  private static final Pattern END_OF_LINE = Pattern.compile("\\R");

  private Errors() {}

  /// Reports a command line that cannot be understood.
  public static int badUse(ParameterException problem) {
    CommandLine line = problem.getCommandLine();
    String meant =
        problem instanceof UnmatchedArgumentException unmatched
                && !unmatched.getSuggestions().isEmpty()
            ? "; perhaps '%s' was meant".formatted(unmatched.getSuggestions().getFirst())
            : "";
    String help = line.getCommandSpec().qualifiedName();
    String sentence = sentence(problem);
    // Rules are there without the type that they make.
    String remedy = sentence.endsWith(" --to=TYPE") ? "; add --to f32, or another type" : "";
    say(line, "%s%s%s; see '%s --help'".formatted(sentence, remedy, meant, help));
    return ExitCode.BAD_INPUT;
  }

  /// Reports a command that could not do its work.
  public static int failed(Exception problem, CommandLine line) {
    return failed(problem, "", line);
  }

  /// Reports a piece of work that could not be done, while the command goes on with others.
  ///
  /// @param subject the input, which the sentence shall name; empty if there is but one
  public static int failed(Exception problem, String subject, CommandLine line) {
    int code =
        switch (problem) {
          case IllegalArgumentException _, MalformedFileException _, FileSystemException _ ->
              ExitCode.BAD_INPUT;
          case WrongPartException _ -> ExitCode.CHECK_FAILED;
          case IOException _, UncheckedIOException _, OpenClException _ -> ExitCode.DEVICE_FAILED;
          default -> -1;
        };
    if (code < 0) {
      return unexpected(line, problem);
    }
    String sentence = message(problem);
    say(line, sentence.contains(subject) ? sentence : subject + ": " + sentence);
    return code;
  }

  /// Reports that memory is used up, Java's heap or the machine's.
  public static int outOfMemory(CommandLine line, OutOfMemoryError problem) {
    String reason = String.valueOf(problem.getMessage());
    String sentence =
        reason.startsWith(NATIVE_MEMORY)
            ? "this machine has not so much memory free (%s); split a smaller tensor"
            : "the Java heap is used up (%s); allow more, for instance CLEAVE_OPTS=-Xmx8g";
    say(line, sentence.formatted(reason));
    return ExitCode.DEVICE_FAILED;
  }

  /// Reports that standard output did not arrive: a full disk, or a reader that has gone.
  public static int outputLost(CommandLine line) {
    say(line, "standard output cannot be written; what was printed is not complete");
    return ExitCode.DEVICE_FAILED;
  }

  /// Reports a fault of Cleave, with the stack trace.
  public static int unexpected(CommandLine line, Throwable problem) {
    say(line, "this is a fault of cleave, please report it with what follows");
    problem.printStackTrace(line.getErr());
    return ExitCode.DEVICE_FAILED;
  }

  /// The message of a failure, on one line.
  public static String sentence(Exception problem) {
    return oneLine(message(problem));
  }

  private static String message(Exception problem) {
    String message = Objects.requireNonNullElse(problem.getMessage(), problem.toString());
    if (problem instanceof FileAlreadyExistsException && message.endsWith("replace it")) {
      return message + " with --force";
    }
    if (message.endsWith("give it as max")) {
      return message + " with --max";
    }
    return LIMIT.matcher(message).find() ? message + " with --limit" : message;
  }

  private static void say(CommandLine line, String sentence) {
    PrintWriter err = line.getErr();
    err.println("cleave: " + oneLine(sentence));
    err.flush();
  }

  private static String oneLine(String message) {
    String joined =
        END_OF_LINE
            .splitAsStream(message)
            .map(String::strip)
            .filter(Predicate.not(String::isEmpty))
            .collect(Collectors.joining(" "));
    return OneLine.of(joined.replaceFirst("^Error: ", ""));
  }
}
