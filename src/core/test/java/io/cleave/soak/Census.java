package io.cleave.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/// What this process holds.
///
/// @param heap bytes in use after a collection
/// @param allocated bytes that drivers and arenas have allocated and not freed
/// @param resident bytes of the process in memory
/// @param files that are open
/// @param threads of the JVM and of drivers
record Census(long heap, long allocated, long resident, long files, long threads) {
  private static final long MIB = 1 << 20;

  /// Of glibc, which keeps freed memory until it is told to trim.
  private static final MethodHandle TRIM =
      function("malloc_trim", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG));

  /// Ten numbers, of which the fifth counts bytes that are mapped one by one and the eighth all
  /// others in use.
  private static final MethodHandle STATISTICS =
      function(
          "mallinfo2",
          FunctionDescriptor.of(
              MemoryLayout.structLayout(MemoryLayout.sequenceLayout(10, ValueLayout.JAVA_LONG))));

  @SuppressWarnings("restricted")
  private static MethodHandle function(String name, FunctionDescriptor type) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().find(name).orElseThrow(), type);
  }

  /// Counts after a collection.
  static Census take() throws IOException {
    System.gc();
    long allocated;
    try (Arena arena = Arena.ofConfined()) {
      int _ = (int) TRIM.invokeExact(0L);
      MemorySegment numbers = (MemorySegment) STATISTICS.invokeExact((SegmentAllocator) arena);
      allocated =
          numbers.getAtIndex(ValueLayout.JAVA_LONG, 4)
              + numbers.getAtIndex(ValueLayout.JAVA_LONG, 7);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
    try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
      return new Census(
          ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
          allocated,
          status("VmRSS") << 10,
          // Without the folder that is listed.
          files.count() - 1,
          status("Threads"));
    }
  }

  private static long status(String field) throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith(field + ":"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElseThrow();
  }

  /// Compares the least of the last quarter with the least of the second: during the first, caches
  /// fill and loops are compiled.
  static void requireNoGrowth(List<Census> censuses) {
    requireNoGrowth("the heap", censuses, Census::heap, 0.2, 8 * MIB);
    requireNoGrowth("memory of drivers and arenas", censuses, Census::allocated, 0.1, 32 * MIB);
    requireNoGrowth("the process", censuses, Census::resident, 0.2, 48 * MIB);
    requireNoGrowth("open files", censuses, Census::files, 0, 4);
    requireNoGrowth("threads", censuses, Census::threads, 0, 8);
  }

  private static void requireNoGrowth(
      String what, List<Census> censuses, ToLongFunction<Census> of, double share, long amount) {
    int quarter = censuses.size() / 4;
    long before = censuses.subList(quarter, 2 * quarter).stream().mapToLong(of).min().orElseThrow();
    long after = censuses.reversed().subList(0, quarter).stream().mapToLong(of).min().orElseThrow();
    assertThat(after).as(what).isLessThanOrEqualTo((long) (before * (1 + share)) + amount);
  }

  /// In MiB.
  @Override
  public String toString() {
    return "heap %d, allocated %d, resident %d MiB, %d files, %d threads"
        .formatted(heap / MIB, allocated / MIB, resident / MIB, files, threads);
  }
}
