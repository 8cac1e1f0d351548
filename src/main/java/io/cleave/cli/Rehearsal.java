package io.cleave.cli;

import io.cleave.cli.print.ExitCode;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/// Goes through the commands that people call most, so that the JVM can keep the classes that these
/// need in an archive. The launcher runs it once after each build.
///
/// It uses no device, prints nothing, and leaves nothing behind.
final class Rehearsal {
  private Rehearsal() {}

  /// Runs the commands; a command that fails ends the JVM with an exception.
  public static void main(String[] args) throws IOException {
    Path folder = Files.createTempDirectory("cleave");
    try {
      play(folder);
    } finally {
      remove(folder);
    }
  }

  private static void play(Path folder) throws IOException {
    Path input = Files.write(folder.resolve("a.npy"), array());
    String parts = folder.resolve("parts").toString();
    String svg = folder.resolve("a.svg").toString();
    for (int i = 0; i < 2; i++) {
      run("split", input.toString(), "--axis", "1", "--lengths", "1,-1", "--out", parts, "--force");
      run(
          "split",
          input.toString(),
          "--axis",
          "0",
          "--equal",
          "2",
          "--out",
          parts,
          "--force",
          "--json");
      run("explain", input.toString(), "--axis", "1", "--lengths", "1,-1", "--svg", svg);
      run("explain", "--shape", "2,5", "--type", "u3", "--axis", "1", "--at", "2", "--json");
      run("--help");
      run("split", "--help");
    }
  }

  private static void run(String... args) {
    PrintWriter nowhere =
        new PrintWriter(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    int code = Main.run(nowhere, nowhere, args);
    if (code != ExitCode.DONE) {
      throw new IllegalStateException("%s ended with %s".formatted(String.join(" ", args), code));
    }
  }

  /// The file of an array of bytes, 2 x 4.
  private static byte[] array() {
    byte[] header =
        "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 4), }\n"
            .getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(10 + header.length + 8)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0})
        .putShort((short) header.length)
        .put(header)
        .array();
  }

  private static void remove(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      all.sorted(Comparator.reverseOrder()).forEach(Rehearsal::delete);
    }
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
