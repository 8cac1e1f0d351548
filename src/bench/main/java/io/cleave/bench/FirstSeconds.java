package io.cleave.bench;

import io.cleave.Splitter;
import io.cleave.cli.TimedSplit;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The first seconds of a JVM that calls `Splitter.open()`: how slow the first calls are, and how
/// long it takes until they are nearly as fast as they get.
final class FirstSeconds {
  private static final long SECONDS = 12;
  private static final long STEP = 25_000_000;

  /// How long calls must go on at a rate for it to be reached.
  private static final long LATER = 500_000_000;

  /// The time of a call over that of a steady one, at 80 % of the steady rate.
  private static final double NEARLY = 1.25;

  private FirstSeconds() {}

  /// Measures a split in a JVM with this one's options.
  ///
  /// @return a line of the table
  static String inFreshJvm(TimedSplit split) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(FirstSeconds.class.getName(), split.name()));
    Process jvm = new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
    return new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
  }

  /// Prints the line for a split of [TimedSplits#pixels], and ends the JVM.
  public static void main(String... name) {
    TimedSplit split = TimedSplits.named(name[0], TimedSplits.pixels()).getFirst();
    try (Arena arena = Arena.ofShared();
        Splitter splitter = Splitter.open()) {
      MemorySegment data = arena.allocate(split.plan().data().bytes(), Long.BYTES).fill((byte) 3);
      List<MemorySegment> parts =
          split.plan().parts().stream()
              .map(part -> arena.allocate(part.bytes()).fill((byte) 0))
              .toList();
      List<Long> ends = new ArrayList<>();
      long start = System.nanoTime();
      while (ends.isEmpty() || ends.getLast() < SECONDS * 1_000_000_000) {
        splitter.split(split.plan(), data, parts);
        ends.add(System.nanoTime() - start);
      }
      IO.println(line(split.name(), ends));
    }
    System.exit(0);
  }

  /// @param ends when each call ended
  private static String line(String name, List<Long> ends) {
    double steady = perCall(ends, ends.getLast() * 3 / 4, ends.getLast());
    long nearly = 0;
    while (perCall(ends, nearly, nearly + LATER) > NEARLY * steady) {
      nearly += STEP;
    }
    return String.format(
        Locale.ROOT,
        "%-32s %9.1f us a call; in the first .25, 1, 4 s %.2f, %.2f, %.2f of that rate; .80 after"
            + " %.2f s",
        name,
        steady / 1e3,
        steady / perCall(ends, 0, 250_000_000),
        steady / perCall(ends, 0, 1_000_000_000),
        steady / perCall(ends, 0, 4_000_000_000L),
        nearly / 1e9);
  }

  /// The nanoseconds of a call in a stretch of time, or of the one that is under way in all of it.
  private static double perCall(List<Long> ends, long from, long to) {
    long calls = ends.stream().filter(end -> end > from && end <= to).count();
    return (double) (to - from) / Math.max(1, calls);
  }
}
