package io.cleave.soak;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;

/// The most that this process had at once, which a census, taken after a collection, does not tell.
final class Peaks {
  private long handles;
  private long threads;

  /// Looks at what the system keeps no peak of.
  void look() throws IOException {
    see(Census.openFiles(), Census.status("Threads"));
  }

  /// Keeps the most of each.
  void see(long openFiles, long runningThreads) {
    handles = Math.max(handles, openFiles);
    threads = Math.max(threads, runningThreads);
  }

  /// Bytes of the process in memory, since it began.
  static long resident() throws IOException {
    return Census.status("VmHWM") << 10;
  }

  /// Bytes in use on the heap, before collections: no more than this, for its regions need not have
  /// been fullest at the same time.
  static long heap() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .map(MemoryPoolMXBean::getPeakUsage)
        .mapToLong(usage -> usage == null ? 0 : usage.getUsed())
        .sum();
  }

  /// What was the most until now.
  String report() throws IOException {
    return "at most | %s MiB resident, %s MiB on the heap, %s files, %s threads"
        .formatted(resident() >> 20, heap() >> 20, handles, threads);
  }
}
