package io.cleave.sweep;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/// What each thread is at, in a file: who waits for a JVM that a driver ended, or that hangs, reads
/// there which seeds did it.
final class InFlight implements AutoCloseable {
  private static final int LINE = 160;

  private final Arena arena = Arena.ofShared();
  private final MemorySegment lines;

  /// @param file is made
  /// @param threads how many may write
  InFlight(Path file, int threads) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      lines =
          channel
              .map(FileChannel.MapMode.READ_WRITE, 0, (long) threads * LINE, arena)
              .fill((byte) '\n');
    }
  }

  /// Notes what a thread begins.
  void begins(int thread, long seed, Way way) {
    String line = "seed %s, %s".formatted(seed, way.name());
    MemorySegment place = lines.asSlice((long) thread * LINE, LINE).fill((byte) '\n');
    place.setString(0, line.substring(0, Math.min(line.length(), LINE - 1)));
  }

  /// What the threads were at.
  static List<String> read(Path file) throws IOException {
    if (!Files.exists(file)) {
      return List.of();
    }
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .map(line -> line.replace("\0", "").strip())
          .filter(line -> !line.isEmpty())
          .toList();
    }
  }

  @Override
  public void close() {
    arena.close();
  }
}
