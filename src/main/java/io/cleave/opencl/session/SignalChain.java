package io.cleave.opencl.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Whether a library that catches signals leaves the JVM those that it lives by.
final class SignalChain {
  private static final String LIBRARY = "/libjsig.so";

  private SignalChain() {}

  /// Whether the JDK's library that chains signals is loaded into this process. Where that cannot
  /// be told, it is not.
  static boolean isLoaded() {
    return names(Path.of("/proc/self/maps"));
  }

  /// @param maps what is loaded, as Linux lists it
  static boolean names(Path maps) {
    // Byte for byte: a path may be in no character set.
    try (var lines = Files.lines(maps, StandardCharsets.ISO_8859_1)) {
      return lines.anyMatch(line -> line.endsWith(LIBRARY));
    } catch (IOException | UncheckedIOException _) {
      return false;
    }
  }
}
