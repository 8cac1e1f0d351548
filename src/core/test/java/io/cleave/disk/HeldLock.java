package io.cleave.disk;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Another process that keeps a file locked which it may only read.
public final class HeldLock implements AutoCloseable {
  private static final String LOCKED = "locked";

  private final Process process;

  private HeldLock(Process process) {
    this.process = process;
  }

  /// In a process of its own: holds a lock until its input ends.
  static final class Holding {
    private Holding() {}

    static void main(String[] files) throws IOException {
      try (FileChannel channel = FileChannel.open(Path.of(files[0]), StandardOpenOption.READ);
          var _ = channel.lock(0, Long.MAX_VALUE, true)) {
        System.out.println(LOCKED);
        int _ = System.in.read();
      }
    }
  }

  /// Starts the process.
  ///
  /// @return when the file is locked
  public static HeldLock on(Path file) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Holding.class.getName(),
                file.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!LOCKED.equals(process.inputReader().readLine())) {
      throw new IllegalStateException("%s cannot be locked".formatted(file));
    }
    return new HeldLock(process);
  }

  /// Lets go of the file.
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
