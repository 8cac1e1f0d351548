package io.cleave.sweep;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Starts JVMs for a platform. All that they write is in one folder.
///
/// @param platform whose driver the JVM gets
/// @param base the project's folder
/// @param folder where it may write
/// @param options of the JVM
public record PlatformJvm(Platform platform, Path base, Path folder, List<String> options) {
  /// What drivers may take to compile and to close after the time is over.
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /// Checks nothing: the options are the JVM's.
  public PlatformJvm {
    options = List.copyOf(options);
  }

  /// What became of a JVM.
  ///
  /// @param code its exit code; -1 if it did not end by itself
  /// @param log what it printed
  public record Ended(int code, Path log) {}

  /// Runs a program to its end, or ends it if that does not come in time.
  ///
  /// @param main the program
  /// @param time what it is meant to take
  public Ended run(Class<?> main, Duration time, List<String> arguments)
      throws IOException, InterruptedException {
    Files.createDirectories(folder);
    Path log = folder.resolve("log.txt");
    ProcessBuilder builder =
        new ProcessBuilder(command(main, arguments))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().putAll(platform.environment(base, folder));
    Process process = builder.start();
    boolean ended = process.waitFor(time.plus(PATIENCE).toSeconds(), TimeUnit.SECONDS);
    int code = process.destroyForcibly().waitFor();
    return new Ended(ended ? code : -1, log);
  }

  private List<String> command(Class<?> main, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "--enable-native-access=ALL-UNNAMED",
            "--add-modules=jdk.incubator.vector",
            "-Dorg.lwjgl.system.memoryBackend=ffm",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
            "-Dcleave.choice.folder=" + folder.resolve("choice"),
            "-XX:ErrorFile=" + folder.resolve("crash.log")));
    if (!platform.openClName().isEmpty()) {
      command.add("-Dcleave.platform=" + platform.openClName());
    }
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(arguments);
    return command;
  }
}
