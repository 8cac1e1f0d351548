package io.cleave.opencl.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Whether a library that catches signals leaves the JVM those that it lives by.
public final class SignalChain {
  private static final String LIBRARY = "/libjsig.so";

  /// Says by which signal the JVM stops a thread to look at its stack, which Flight Recorder has it
  /// do a hundred times a second. The usual one is SIGUSR2, which `libjsig` does not chain: LLVM
  /// deletes its temporary files at it, and now and then ends the process (PoCL 3.1, 8 threads that
  /// compile, a recording with the settings `profile`: 189 builds to be tried again in 40 s, and
  /// the end after 265 s; none of either with another signal).
  private static final String STOPPING = "_JAVA_SR_SIGNUM";

  /// The first of the signals that have no meaning, and the last.
  private static final int FIRST_FREE = 34;

  private static final int LAST_FREE = 64;

  private SignalChain() {}

  /// Whether the JDK's library that chains signals is loaded into this process, and the JVM uses
  /// none that it does not chain. Where that cannot be told, it is not.
  public static boolean isWhole() {
    return isFree(System.getenv(STOPPING)) && names(Path.of("/proc/self/maps"));
  }

  /// @param signal the number of a signal, as it stands in the environment
  static boolean isFree(@Nullable String signal) {
    try {
      int number = Integer.parseInt(signal);
      return number >= FIRST_FREE && number <= LAST_FREE;
    } catch (NumberFormatException _) {
      return false;
    }
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
