package io.cleave.openvino.runtime;

import io.cleave.text.OneLine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/// What a process says on its error stream: the end of it, of which the last complaint tells why
/// the process ended.
final class LastWords {
  private static final int KEPT = 8 << 10;
  private static final int SHOWN = 500;
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final Thread listener;
  private byte[] end = new byte[0];

  private LastWords(InputStream from) {
    this.listener = Thread.ofVirtual().unstarted(() -> listen(from));
  }

  /// Listens from now on, so that the process never waits for somebody to read.
  ///
  /// @param from ends with the process
  static LastWords of(InputStream from) {
    LastWords words = new LastWords(from);
    words.listener.start();
    return words;
  }

  private void listen(InputStream from) {
    byte[] read = new byte[KEPT];
    try (from) {
      for (int count = from.read(read); count >= 0; count = from.read(read)) {
        keep(read, count);
      }
    } catch (IOException e) {
      // A stream of a process that was killed may be closed while it is read.
      byte[] why = String.valueOf(e.getMessage()).getBytes(StandardCharsets.UTF_8);
      keep(why, why.length);
    }
  }

  private synchronized void keep(byte[] read, int count) {
    byte[] both = Arrays.copyOf(end, end.length + count);
    System.arraycopy(read, 0, both, end.length, count);
    end = Arrays.copyOfRange(both, Math.max(0, both.length - KEPT), both.length);
  }

  /// The last complaint of a process that has ended, with the place that a trace begins with, as it
  /// may be printed; empty if it said nothing.
  String complaint() {
    try {
      listener.join(PATIENCE);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    return OneLine.of(complaint(text()), SHOWN);
  }

  private synchronized String text() {
    return new String(end, StandardCharsets.UTF_8);
  }

  private static String complaint(String text) {
    List<String> lines = text.lines().filter(line -> !line.isBlank()).toList();
    for (int i = lines.size() - 1; i >= 0; i--) {
      if (!Character.isWhitespace(lines.get(i).charAt(0))) {
        String place = i + 1 < lines.size() ? " " + lines.get(i + 1).strip() : "";
        return lines.get(i).strip() + place;
      }
    }
    return text.strip();
  }
}
