package io.cleave.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Device;
import io.cleave.Route;
import io.cleave.Splitter;
import io.cleave.Tensor;
import io.cleave.Warnings;
import io.cleave.cpu.CpuKernels;
import io.cleave.cpu.CpuSplitter;
import io.cleave.file.FileSplit;
import io.cleave.file.Format;
import io.cleave.file.TensorFile;
import io.cleave.opencl.run.PlatformUnderTest;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.RandomSplit;
import io.cleave.spi.SplitCheck;
import io.cleave.spi.SplitExample;
import io.cleave.spi.StridedPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Random splits by threads that share splitters, open and close their own, and split files, while
/// memory, open files and threads are counted: `mvn test -Dgroups=soak -Dsoak.seconds=60`. Growth
/// is judged from five minutes on; before, caches fill and drivers compile.
@Tag("soak")
@EnabledOnOs(OS.LINUX)
class SoakTest {
  private static final int THREADS = 8;
  private static final int MOST_ELEMENTS = 20_000;
  private static final long SECONDS = Long.getLong("soak.seconds", 60);
  private static final long MIB = 1 << 20;

  /// No task takes longer, also where a compiler is waited for.
  private static final long LONGEST_NANOSECONDS = 90_000_000_000L;

  /// Shared splitters get few plans, so that their caches are full before memory is compared.
  private static final int PLANS = 10;

  @TempDir private Path folder;

  private final long seed = Long.getLong("soak.seed", System.currentTimeMillis());
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final List<Supplier<Splitter>> openings = openings();
  private final List<Splitter> shared = openings.stream().map(Supplier::get).toList();

  private static List<Supplier<Splitter>> openings() {
    List<Supplier<Splitter>> openings = new ArrayList<>(List.of(Splitter::open));
    for (CpuKernels kernels : CpuKernels.values()) {
      openings.add(() -> CpuSplitter.open(2, kernels));
    }
    Device.all().stream()
        .filter(device -> device.platform().equals(PlatformUnderTest.NAME))
        .limit(1)
        .forEach(
            device -> {
              for (Route route : Route.values()) {
                openings.add(() -> Splitter.open(device, route));
              }
            });
    return openings;
  }

  @Test
  void nothingIsWrongLostOrStuck() throws Exception {
    long end = System.nanoTime() + SECONDS * 1_000_000_000;
    List<long[]> counts = new ArrayList<>();
    try (Warnings warnings = new Warnings()) {
      List<Thread> threads =
          IntStream.range(0, THREADS)
              .mapToObj(i -> Thread.ofPlatform().daemon().start(() -> work(seed + i, end)))
              .toList();
      while (threads.stream().anyMatch(Thread::isAlive)) {
        Thread.sleep(Math.max(1000, SECONDS * 1000 / 60));
        counts.add(count());
        System.out.println(
            "MiB of heap and in all, files, threads: " + Arrays.toString(counts.getLast()));
        assertThat(System.nanoTime() - end).as("seed %s", seed).isLessThan(LONGEST_NANOSECONDS);
      }
      assertThat(warnings.all()).noneMatch(line -> line.contains("were not given back"));
    }
    shared.forEach(Splitter::close);
    assertThat(failure.get()).as("seed %s", seed).isNull();
    assertThat(folder).isEmptyDirectory();
    if (SECONDS >= 300) {
      requireNoGrowth(counts);
    }
  }

  private static long[] count() throws IOException {
    System.gc();
    long resident =
        Files.readAllLines(Path.of("/proc/self/status")).stream()
            .filter(line -> line.startsWith("VmRSS:"))
            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
            .sum();
    try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
      return new long[] {
        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MIB,
        resident * 1024 / MIB,
        files.count(),
        ManagementFactory.getThreadMXBean().getThreadCount()
      };
    }
  }

  /// Compares the least of the last quarter with the least of the second.
  private static void requireNoGrowth(List<long[]> counts) {
    long[] margins = {8, 48, 4, 8};
    int quarter = counts.size() / 4;
    for (int i = 0; i < margins.length; i++) {
      int one = i;
      long before =
          counts.subList(quarter, 2 * quarter).stream().mapToLong(c -> c[one]).min().orElseThrow();
      long after =
          counts.reversed().subList(0, quarter).stream().mapToLong(c -> c[one]).min().orElseThrow();
      long share = i < 2 ? before / 5 : 0;
      assertThat(after).as("count %s", i).isLessThanOrEqualTo(before + share + margins[i]);
    }
  }

  private void work(long ownSeed, long end) {
    Random random = new Random(ownSeed);
    try {
      while (System.nanoTime() < end && failure.get() == null) {
        int choice = random.nextInt(100);
        if (choice < 85) {
          attempt(any(shared, random), random.nextInt(PLANS));
        } else if (choice < 95) {
          try (Splitter own = any(openings, random).get()) {
            attempt(own, random.nextLong());
          }
        } else {
          splitFile(random);
        }
      }
    } catch (IOException | RuntimeException | Error e) {
      failure.compareAndSet(null, e);
    }
  }

  private static <T> T any(List<T> list, Random random) {
    return list.get(random.nextInt(list.size()));
  }

  /// A random split, unless it does not fit a route that was asked for.
  private static void attempt(Splitter splitter, long number) {
    Random random = new Random(number);
    SplitExample example;
    if (random.nextBoolean()) {
      example = SplitExample.any(StridedPlan.of(random, MOST_ELEMENTS), random);
    } else {
      SplitPlan plan = new RandomSplit(random, MOST_ELEMENTS).plan();
      example = SplitExample.any(plan, SplitCheck.bytes(plan, random), random);
    }
    try {
      example.check(splitter);
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageContaining("does not fit this plan");
    }
  }

  /// Writes a file, splits it into files, and reads these.
  private void splitFile(Random random) throws IOException {
    Layout data = Layout.of(ElementType.I16, 1 + random.nextInt(2000), 9);
    SplitPlan plan = SplitPlan.of(data, random.nextInt(2), Cut.nearlyEqual(4));
    MemorySegment content = SplitCheck.bytes(plan, random);
    Path own = Files.createTempDirectory(folder, "files");
    Path file = own.resolve("x.safetensors");
    TensorFile.write(file, Map.of("x", new Tensor(ElementType.I16, plan.data().shape(), content)));
    List<Path> written;
    try (Splitter splitter = Splitter.open()) {
      written = FileSplit.of(file, own, _ -> plan).format(Format.NPY).write(splitter);
    }
    for (int i = 0; i < written.size(); i++) {
      try (Arena arena = Arena.ofConfined();
          TensorFile read = TensorFile.open(written.get(i))) {
        MemorySegment expected =
            MemorySegment.ofArray(SplitCheck.expected(plan.part(i), plan, content));
        MemorySegment found = read.load(read.names().iterator().next(), arena).data();
        assertThat(found.mismatch(expected)).as("part %s of %s", i, plan).isNegative();
      }
      Files.delete(written.get(i));
    }
    Files.delete(file);
    Files.delete(own);
  }
}
