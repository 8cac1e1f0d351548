package io.cleave.soak;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// What this process holds.
///
/// @param heap bytes that are in use after a collection
/// @param jvm bytes outside the heap that the JVM has committed, with the memory of arenas
/// @param taken bytes that drivers hold, and arenas: what is left of it when all is closed is lost,
///   while a process keeps what was given back in pieces between others
/// @param resident bytes of the process in memory
/// @param handles open files
/// @param threads of the JVM and of drivers
record Census(long heap, long jvm, long taken, long resident, long handles, long threads) {
  /// The state of things, after a collection, and after the allocator of drivers and arenas has
  /// given back what it merely keeps.
  static Census take() throws IOException {
    System.gc();
    Allocator.trim();
    MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    return new Census(
        heap.getUsed(),
        NativeMemory.told("summary").besidesHeap(),
        Allocator.inUse(),
        status("VmRSS") << 10,
        openFiles(),
        status("Threads"));
  }

  /// A number of `/proc/self/status`; memory is in KiB.
  static long status(String field) throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
      return lines
          .filter(line -> line.startsWith(field + ":"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElse(0);
    }
  }

  static long openFiles() throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      // Without that of the folder itself.
      return open.count() - 1;
    }
  }

  /// A row of a table, in MiB.
  @Override
  public String toString() {
    return "%5d | %5d | %5d | %5d | %4d | %4d"
        .formatted(heap >> 20, jvm >> 20, taken >> 20, resident >> 20, handles, threads);
  }
}
