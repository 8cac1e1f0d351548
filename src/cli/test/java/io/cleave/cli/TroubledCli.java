package io.cleave.cli;

import io.cleave.disk.Disk;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import picocli.CommandLine;

/// The program on a disk that may fail: all that it is given as files is on that disk.
final class TroubledCli {
  private TroubledCli() {}

  /// Runs one command.
  ///
  /// @throws IOException if it does not succeed; says what it said
  static void run(Disk disk, String... arguments) throws IOException {
    StringWriter errors = new StringWriter();
    CommandLine line = Main.line();
    line.registerConverter(Path.class, disk::path);
    int code =
        Main.run(line, new PrintWriter(new StringWriter()), new PrintWriter(errors), arguments);
    if (code != ExitCode.DONE) {
      throw new IOException("exit code %s: %s".formatted(code, errors));
    }
  }
}
