package io.cleave.fuzz;

import io.cleave.file.Limits;
import io.cleave.file.MalformedFileException;
import java.io.IOException;
import java.util.Arrays;

/// Whether limits change nothing but whether an input is taken: within them it reads as it does
/// without, or is refused by one of them, or as it is anyway.
final class LimitCheck {
  /// What a limit says when it refuses.
  static final String BY_LIMIT = ", more than the limit of ";

  /// Three of four times, up to 2^15: most inputs have less than 4 KiB, and unpack to a few times
  /// as many.
  private static final int DOUBLINGS = 16;

  private LimitCheck() {}

  /// Reads an input and says what it was found to be.
  @FunctionalInterface
  interface Reader {
    /// Reads it.
    ///
    /// @return all that reading told, without the names of objects
    /// @throws IllegalArgumentException if it is refused
    String read(Limits limits) throws IOException;
  }

  /// Reads an input within limits and without.
  ///
  /// @param input by which the limits are drawn
  static void of(byte[] input, Reader reader) throws IOException {
    Limits limits = drawnBy(input);
    String within = told(reader, limits);
    String free = told(reader, Limits.none());
    if (!within.equals(free) && !within.contains(BY_LIMIT)) {
      throw new AssertionError("with %s: %s; without: %s".formatted(limits, within, free));
    }
  }

  private static String told(Reader reader, Limits limits) throws IOException {
    try {
      return reader.read(limits);
    } catch (IllegalArgumentException | MalformedFileException e) {
      if (!Trial.isSentence(e.getMessage())) {
        throw e;
      }
      return "refused: " + e.getMessage();
    }
  }

  /// Always the same for the same input.
  private static Limits drawnBy(byte[] input) {
    int hash = Arrays.hashCode(input) * 0x9E37_79B9;
    return new Limits(limit(hash >>> 20), limit(hash >>> 8), Long.MAX_VALUE);
  }

  private static long limit(int bits) {
    return (bits & 3) == 0 ? Long.MAX_VALUE : (1L << (bits >>> 2) % DOUBLINGS) - 1;
  }
}
