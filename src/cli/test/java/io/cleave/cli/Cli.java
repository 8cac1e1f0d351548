package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Jvm;
import io.cleave.json.JsonReader;
import io.cleave.json.JsonValue;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.spi.ToolProvider;
import picocli.CommandLine;

/// One run of the program.
///
/// @param code the exit code
/// @param out what went to standard output
/// @param err what went to standard error
public record Cli(int code, String out, String err) {
  /// Runs it inside this JVM.
  public static Cli run(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = Main.run(Main.line(args), new PrintWriter(out), new PrintWriter(err, true), args);
    return new Cli(code, out.toString(), err.toString());
  }

  /// Runs a command inside this JVM.
  ///
  /// @param folder what paths that begin with `./` are relative to
  /// @param command words between blanks; `IN` is the array in `test-data`
  public static Cli run(Path folder, String command) {
    return run(words(folder, command));
  }

  /// The words of a command with whole paths: `./x` and `name=./x` in a folder, `test-data/x`, and
  /// `IN`.
  public static String[] words(Path folder, String command) {
    String data = System.getProperty("cleave.basedir") + "/test-data/";
    return Arrays.stream(command.strip().split(" +"))
        .map(word -> word.equals("IN") ? "test-data/qkv.npy" : word)
        .map(word -> word.replaceFirst("(?<=^|=)test-data/", Matcher.quoteReplacement(data)))
        .map(word -> word.replaceFirst("(?<=^|=)\\./", Matcher.quoteReplacement(folder + "/")))
        .toArray(String[]::new);
  }

  /// This run, which must have succeeded.
  public Cli succeeded() {
    assertThat(code).as(err).isEqualTo(ExitCode.DONE);
    return this;
  }

  /// This run, which must have been refused with one sentence.
  ///
  /// @param texts that are in the sentence
  public Cli refused(String... texts) {
    assertThat(err).startsWith("cleave: ").hasLineCount(1).contains(texts);
    assertThat(code).as(err).isEqualTo(ExitCode.BAD_INPUT);
    return this;
  }

  /// What was printed, as JSON.
  public JsonValue json() {
    return JsonReader.parse(out);
  }

  /// What reads its arguments, for whoever does not want them carried out.
  public static CommandLine line() {
    return Main.line().setExpandAtFiles(false);
  }

  /// Runs it in a JVM of its own, from the classes of this one.
  ///
  /// @param environment variables beside those of this JVM
  public static Cli start(Map<String, String> environment, String... args) {
    ProcessBuilder program =
        new ProcessBuilder(Jvm.running(Main.class, "--enable-native-access=ALL-UNNAMED"));
    program.command().addAll(List.of(args));
    program.environment().putAll(environment);
    return run(program);
  }

  /// Runs a tool of the JDK inside this JVM, where it is warm.
  ///
  /// @param words its name, and its arguments
  public static Cli tool(List<String> words) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String[] arguments = words.stream().skip(1).toArray(String[]::new);
    int code =
        ToolProvider.findFirst(words.getFirst())
            .orElseThrow()
            .run(new PrintWriter(out), new PrintWriter(err), arguments);
    return new Cli(code, out.toString(), err.toString());
  }

  /// A program of the JDK of this JVM.
  public static ProcessBuilder java(String... args) {
    return new ProcessBuilder(Jvm.java(args));
  }

  /// Runs any program to its end.
  public static Cli run(ProcessBuilder program) {
    try {
      File errors = File.createTempFile("cleave", ".err");
      Process process = program.redirectError(errors).start();
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int code = process.waitFor();
      String err = Files.readString(errors.toPath());
      Files.delete(errors.toPath());
      return new Cli(code, out, err);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
