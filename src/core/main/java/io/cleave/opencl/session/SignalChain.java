package io.cleave.opencl.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Checks that signal handlers of native libraries are chained to the JVM's: an OpenCL driver that
/// catches signals would take those that the JVM needs.
public final class SignalChain {
  private static final String LIBRARY = "/libjsig.so";

  /// Environment variable with the signal by which the JVM stops a thread to read its stack, as
  /// Flight Recorder does a hundred times a second. By default that is SIGUSR2, which `libjsig`
  /// does not chain: LLVM deletes its temporary files at it, so that builds have to be repeated,
  /// and may end the process (PoCL 3.1, 8 threads that compile, a recording of 5 minutes).
  private static final String STOPPING = "_JAVA_SR_SIGNUM";

  /// The signals without a meaning, 34 to 64.
  private static final Pattern FREE = Pattern.compile("3[4-9]|[45]\\d|6[0-4]");

  private SignalChain() {}

  /// Returns true if `libjsig` is loaded into this process and the JVM uses no signal that it does
  /// not chain; false if that is not known.
  public static boolean isWhole() {
    return isFree(System.getenv(STOPPING)) && names(Path.of("/proc/self/maps"));
  }

  /// @param signal the number of a signal, as it stands in the environment
  static boolean isFree(@Nullable String signal) {
    return signal != null && FREE.matcher(signal).matches();
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
