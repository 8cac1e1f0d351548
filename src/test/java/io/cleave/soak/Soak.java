package io.cleave.soak;

import io.cleave.backend.Splitter;
import io.cleave.sweep.Chance;
import io.cleave.sweep.Opening;
import io.cleave.sweep.Platform;
import io.cleave.sweep.Way;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/// The program that keeps one platform busy.
final class Soak {
  private static final int THREADS = 8;
  private static final int MOST_ELEMENTS = 20_000;
  private static final long MOST_BYTES = 192L << 20;

  /// No chore takes longer, whether or not a compiler is waited for.
  private static final Duration LONGEST_CHORE = Duration.ofSeconds(90);

  private static final int CENSUSES = 60;

  /// Of the JVM's memory, that are printed at the end.
  private static final int CATEGORIES = 5;

  /// Between looks at what has peaks of its own.
  private static final long GLANCE_MILLISECONDS = 100;

  /// Before, caches fill, and each of eight threads has a driver's compiler for itself: PoCL's
  /// process grew from 400 to 660 MiB in 90 s.
  private static final Duration LONG_ENOUGH = Duration.ofMinutes(5);

  /// What the cleaner says of a session that nobody has closed.
  static final String LEFT_OPEN = "was dropped without being closed";

  private final Platform platform;
  private final Duration time;
  private final List<Worker> workers = new ArrayList<>();
  private final List<Census> censuses = new ArrayList<>();
  private final Peaks peaks = new Peaks();

  private Soak(Platform platform, Duration time) {
    this.platform = platform;
    this.time = time;
  }

  /// Prints what the process held, how many splits were right, and what was wrong.
  ///
  /// @param arguments the platform, the seed, for how many seconds, the folder for files
  public static void main(String[] arguments) throws Exception {
    Soak soak =
        new Soak(Platform.named(arguments[0]), Duration.ofSeconds(Long.parseLong(arguments[2])));
    List<String> complaints = soak.run(Long.parseLong(arguments[1]), Path.of(arguments[3]));
    complaints.forEach(System.out::println);
    System.exit(complaints.isEmpty() ? 0 : 1);
  }

  private List<String> run(long seed, Path folder) throws Exception {
    List<Opening> openings = Opening.of(platform);
    List<Way> shared = openings.stream().map(Opening::open).toList();
    try {
      long deadline = System.nanoTime() + time.toNanos();
      List<Chore> chores = chores(openings, shared, Files.createDirectories(folder));
      for (int i = 0; i < THREADS; i++) {
        workers.add(new Worker(chores, seed + i, deadline));
      }
      workers.forEach(Worker::start);
      List<String> complaints = watch();
      if (time.compareTo(LONG_ENOUGH) >= 0) {
        complaints.addAll(new Trend(censuses).complaints());
      }
      return complaints;
    } finally {
      // What hangs would be waited for.
      if (workers.stream().noneMatch(Worker::isAtWork)) {
        shared.forEach(Way::close);
        System.out.println("closed  | " + Census.take());
      }
    }
  }

  /// Each as often as it is to be chosen.
  private List<Chore> chores(List<Opening> openings, List<Way> shared, Path folder) {
    Chance chance = new Chance(MOST_ELEMENTS);
    List<Splitter> splitters =
        shared.stream()
            .filter(Way::stacks)
            .filter(way -> !way.maySayNo())
            .map(Way::splitter)
            .toList();
    List<Chore> chores = new ArrayList<>();
    chores.addAll(Collections.nCopies(80, new SharedChore(shared, chance)));
    chores.addAll(Collections.nCopies(8, new OwnChore(openings, chance)));
    chores.addAll(Collections.nCopies(4, new ClosingChore(openings, chance)));
    chores.addAll(Collections.nCopies(6, new FileChore(splitters, folder)));
    chores.add(new HugeChore(splitters, MOST_BYTES));
    return chores;
  }

  /// Counts what the process holds until the workers are done, or until one hangs.
  private List<String> watch() throws Exception {
    List<String> complaints = new ArrayList<>();
    System.out.println("seconds |  heap |   jvm | taken | resident | files | threads | right");
    long begin = System.nanoTime();
    long pause = Math.max(1000, time.toMillis() / CENSUSES);
    while (complaints.isEmpty() && workers.stream().anyMatch(Worker::isAtWork)) {
      sleep(pause);
      Census census = Census.take();
      censuses.add(census);
      if (censuses.size() == CENSUSES / 4) {
        NativeMemory.told("baseline");
      }
      System.out.printf(
          "%7d | %s | %d%n", (System.nanoTime() - begin) / 1_000_000_000, census, right());
      for (Worker worker : workers) {
        complaints.addAll(complaints(worker, LONGEST_CHORE));
      }
    }
    System.out.println(NativeMemory.told("summary.diff").text());
    System.out.println(peaks.report());
    NativeMemory.told("summary")
        .largest(CATEGORIES)
        .forEach(line -> System.out.println("the JVM | " + line));
    System.out.println(right() + " splits were right");
    return complaints;
  }

  /// Looks at files and threads again and again meanwhile.
  private void sleep(long milliseconds) throws Exception {
    for (long left = milliseconds; left > 0; left -= GLANCE_MILLISECONDS) {
      Thread.sleep(Math.min(left, GLANCE_MILLISECONDS));
      peaks.look();
    }
  }

  private long right() {
    return workers.stream().mapToLong(Worker::right).sum();
  }

  /// What is to be said of a worker.
  ///
  /// @param longest what a chore may take
  static List<String> complaints(Worker worker, Duration longest) {
    Throwable failure = worker.failure();
    if (failure != null) {
      failure.printStackTrace(System.out);
      return List.of("a worker failed: " + failure);
    }
    if (worker.atThis() > longest.toNanos()) {
      Arrays.stream(ManagementFactory.getThreadMXBean().dumpAllThreads(true, true))
          .forEach(System.out::print);
      return List.of("a worker hangs");
    }
    return List.of();
  }
}
