package io.cleave;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Commands that start short-lived JVMs of this JDK. Words can be added to them.
public final class Jvm {
  private Jvm() {}

  /// Runs `java` with these words, which may choose another compiler, but no other collector.
  public static List<String> java(String... words) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command =
        new ArrayList<>(List.of(java, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of(words));
    return command;
  }

  /// Runs a program on the class path of this JVM; its arguments can be added.
  public static List<String> running(Class<?> program, String... options) {
    List<String> command = java(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
    return command;
  }

  /// Runs such a program and returns its standard output.
  public static String output(Class<?> program, String... options) throws IOException {
    ProcessBuilder command = new ProcessBuilder(running(program, options));
    command.redirectError(ProcessBuilder.Redirect.DISCARD);
    return command.start().inputReader().readAllAsString();
  }
}
