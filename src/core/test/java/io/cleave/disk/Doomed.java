package io.cleave.disk;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A process that stops before one of the operations of its disk, to be killed there.
public final class Doomed implements AutoCloseable {
  private static final String STOPPED = "stopped before ";

  private final Process process;
  private final BufferedReader output;

  private Doomed(Process process) {
    this.process = process;
    this.output = process.inputReader();
  }

  /// The disk of such a process; it does half of the operation before.
  ///
  /// @param point the number of the operation
  public static Disk disk(int point) {
    return new Disk(
        (number, operation) -> {
          if (number == point) {
            System.out.println(STOPPED + operation);
            System.out.flush();
            // Until it is killed.
            int _ = System.in.read();
          }
          return number == point - 1 ? Trouble.Extent.HALF : Trouble.Extent.WHOLE;
        });
  }

  /// Starts a program.
  ///
  /// @param program calls [#disk] with the number that is its first argument
  public static Doomed start(Class<?> program, int point, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:-UsePerfData", "-Xshare:auto", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
    command.add(Integer.toString(point));
    command.addAll(List.of(arguments));
    return new Doomed(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start());
  }

  /// Waits until it stops.
  ///
  /// @return before which operation; null if it has ended without
  public @Nullable String stop() throws IOException {
    String line = output.readLine();
    while (line != null && !line.startsWith(STOPPED)) {
      line = output.readLine();
    }
    return line == null ? null : line.substring(STOPPED.length());
  }

  /// Kills it, as `kill -9` does.
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
