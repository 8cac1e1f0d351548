package io.cleave.sweep;

import io.cleave.backend.Example;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/// One seed after the other, by many threads at once, until the time is over or there are no more.
/// Each example is tried on a few of the ways, or on all of them if there are few seeds.
final class Sweep {
  /// How many ways an example is tried on: as many again are tried on the next.
  private static final int SOME_WAYS = 6;

  /// With so few seeds, each is tried on all ways.
  private static final long FEW_SEEDS = 100;

  private static final int SHRINKING_TRIES = 5000;

  private final List<Way> ways;
  private final Chance chance;
  private final Seeds seeds;
  private final Path failures;
  private final PrintStream out;
  private final Tally tally = new Tally();
  private final LongAdder tried = new LongAdder();

  /// Ways that are tried no more, for what goes wrong once goes wrong often.
  private final Set<Way> wrong = ConcurrentHashMap.newKeySet();

  /// @param failures the file of cases that go wrong
  /// @param out where they are said, too
  Sweep(List<Way> ways, Chance chance, Seeds seeds, Path failures, PrintStream out) {
    this.ways = List.copyOf(ways);
    this.chance = chance;
    this.seeds = seeds;
    this.failures = failures;
    this.out = out;
  }

  /// The seeds to try.
  ///
  /// @param next the next one
  /// @param end the first that is not tried
  /// @param deadline in nanoseconds of the system's clock, when no other is begun
  record Seeds(AtomicLong next, long end, long deadline) {
    /// So many from one on, for so long.
    static Seeds from(long first, long count, Duration time) {
      return new Seeds(new AtomicLong(first), first + count, System.nanoTime() + time.toNanos());
    }

    Optional<Long> take() {
      long seed = next.getAndIncrement();
      return seed < end && System.nanoTime() < deadline ? Optional.of(seed) : Optional.empty();
    }
  }

  /// Tries them all.
  ///
  /// @param flight where threads note what they are at
  void run(int threads, InFlight flight) throws Exception {
    boolean few = seeds.end() - seeds.next().get() <= FEW_SEEDS;
    List<Future<?>> workers = new ArrayList<>();
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      for (int i = 0; i < threads; i++) {
        int thread = i;
        workers.add(pool.submit(() -> work(thread, few ? ways.size() : SOME_WAYS, flight)));
      }
    }
    for (Future<?> worker : workers) {
      worker.get();
    }
  }

  private void work(int thread, int count, InFlight flight) {
    for (Optional<Long> seed = seeds.take(); seed.isPresent(); seed = seeds.take()) {
      tried.increment();
      Example example = chance.example(seed.get());
      List<Way> some = new ArrayList<>(ways);
      Collections.shuffle(some, new Random(seed.get()));
      for (Way way : some.subList(0, Math.min(count, some.size()))) {
        if (!wrong.contains(way)) {
          flight.begins(thread, seed.get(), way);
          attempt(seed.get(), example, way);
        }
      }
    }
  }

  private void attempt(long seed, Example example, Way way) {
    Optional<String> refusal = way.refusal(example);
    if (refusal.isPresent()) {
      tally.refused(way, refusal.get());
      return;
    }
    Optional<Throwable> failure = failure(example, way);
    if (failure.isEmpty()) {
      tally.right(way);
    } else if (wrong.add(way)) {
      report(seed, example, way, failure.get());
    }
  }

  /// Why an example goes wrong, if it does.
  static Optional<Throwable> failure(Example example, Way way) {
    try {
      example.check(way.splitter());
      return Optional.empty();
    } catch (RuntimeException | Error e) {
      return Optional.of(e);
    }
  }

  private void report(long seed, Example example, Way way, Throwable why) {
    Example smallest =
        new Shrinker(
                smaller -> way.refusal(smaller).isEmpty() && failure(smaller, way).isPresent(),
                SHRINKING_TRIES)
            .smallest(example);
    String name = "seed %s on %s".formatted(seed, way);
    String line = WrittenExample.line(name, smallest);
    synchronized (this) {
      out.printf("%s: %s%nthe smallest that goes wrong:%n%s%n", name, why, line);
      why.printStackTrace(out);
      try {
        Files.writeString(
            failures,
            line + "\n",
            StandardCharsets.UTF_8,
            StandardOpenOption.CREATE,
            StandardOpenOption.APPEND);
      } catch (IOException e) {
        out.println("it is not in a file: " + e);
      }
    }
  }

  /// Whether nothing went wrong.
  boolean isSound() {
    return wrong.isEmpty();
  }

  /// How many seeds were tried, one behind the other from the first on.
  long tried() {
    return tried.sum();
  }

  /// What came of it.
  Tally tally() {
    return tally;
  }
}
