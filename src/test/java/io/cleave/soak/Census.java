package io.cleave.soak;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.ObjectName;

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
  private static final Pattern COMMITTED = Pattern.compile("Total: .*committed=(\\d+)KB");
  private static final Pattern HEAP = Pattern.compile("Java Heap .*committed=(\\d+)KB");

  /// The state of things, after a collection, and after the allocator of drivers and arenas has
  /// given back what it merely keeps.
  static Census take() throws IOException {
    System.gc();
    Allocator.trim();
    MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    String told = nativeMemory("summary");
    return new Census(
        heap.getUsed(),
        kib(COMMITTED, told) - kib(HEAP, told),
        Allocator.inUse(),
        status("VmRSS") << 10,
        openFiles(),
        status("Threads"));
  }

  /// What the JVM tracks of its own memory, as `jcmd` prints it.
  ///
  /// @param argument `summary`, `baseline` or `summary.diff`
  static String nativeMemory(String argument) {
    try {
      Object answer =
          ManagementFactory.getPlatformMBeanServer()
              .invoke(
                  new ObjectName("com.sun.management:type=DiagnosticCommand"),
                  "vmNativeMemory",
                  new Object[] {new String[] {argument}},
                  new String[] {String[].class.getName()});
      return String.valueOf(answer);
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }

  /// 0 if the JVM was not started with `-XX:NativeMemoryTracking`.
  private static long kib(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? Long.parseLong(matcher.group(1)) << 10 : 0;
  }

  private static long status(String field) throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
      return lines
          .filter(line -> line.startsWith(field + ":"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElse(0);
    }
  }

  private static long openFiles() throws IOException {
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
