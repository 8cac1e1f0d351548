package io.cleave.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Warnings;
import io.cleave.sweep.Way;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Threads that share splitters, open and close their own, and split files, while memory, open
/// files and threads are counted: `mvn test -Dgroups=soak` with `-Dsoak.seconds=60`.
///
/// Growth is judged from five minutes on; before, caches fill and drivers compile.
@Tag("soak")
@EnabledOnOs(OS.LINUX)
class SoakTest {
  private static final int THREADS = 8;
  private static final int CENSUSES = 60;
  private static final long SECONDS = Long.getLong("soak.seconds", 60);
  private static final long ENOUGH_SECONDS = 300;

  /// No task takes longer, also where a compiler is waited for.
  private static final long LONGEST_NANOSECONDS = 90_000_000_000L;

  @TempDir private Path folder;

  private final long seed = Long.getLong("soak.seed", System.currentTimeMillis());
  private final AtomicLong done = new AtomicLong();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  /// When each thread began what it is doing.
  private final AtomicLongArray begun = new AtomicLongArray(THREADS);

  @Test
  void nothingIsWrongLostOrStuck() throws Exception {
    List<Supplier<Way>> openings = Way.openings();
    List<Way> shared = openings.stream().map(Supplier::get).toList();
    Chores chores = new Chores(openings, shared, folder);
    List<Census> censuses = new ArrayList<>();
    try (Warnings warnings = new Warnings()) {
      long end = System.nanoTime() + SECONDS * 1_000_000_000;
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int thread = i;
        begun.set(i, System.nanoTime());
        threads.add(Thread.ofPlatform().daemon().start(() -> work(chores, thread, end)));
      }
      while (threads.stream().anyMatch(Thread::isAlive)) {
        Thread.sleep(Math.max(1000, SECONDS * 1000 / CENSUSES));
        censuses.add(Census.take());
        System.out.printf("%d tasks, %s%n", done.get(), censuses.getLast());
        requireProgress(threads);
      }
      shared.forEach(Way::close);
      System.out.println("closed, " + Census.take());
      assertThat(failure.get()).as("seed %s", seed).isNull();
      assertThat(warnings.all()).noneMatch(line -> line.contains("were not given back"));
    }
    assertThat(folder).isEmptyDirectory();
    if (SECONDS >= ENOUGH_SECONDS) {
      Census.requireNoGrowth(censuses);
    }
  }

  private void work(Chores chores, int thread, long end) {
    Random random = new Random(seed + thread);
    try {
      while (System.nanoTime() < end && failure.get() == null) {
        begun.set(thread, System.nanoTime());
        chores.any(random);
        done.incrementAndGet();
      }
    } catch (Exception | Error e) {
      failure.compareAndSet(null, e);
    }
  }

  private void requireProgress(List<Thread> threads) {
    for (int i = 0; i < THREADS; i++) {
      if (threads.get(i).isAlive() && System.nanoTime() - begun.get(i) > LONGEST_NANOSECONDS) {
        Arrays.stream(ManagementFactory.getThreadMXBean().dumpAllThreads(true, true))
            .forEach(System.out::print);
        throw new AssertionError("thread %s hangs, seed %s".formatted(i, seed));
      }
    }
  }
}
