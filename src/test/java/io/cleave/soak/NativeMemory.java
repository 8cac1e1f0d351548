package io.cleave.soak;

import java.lang.management.ManagementFactory;
import java.util.Comparator;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/// What the JVM tracks of its own memory, as `jcmd` prints it. It knows the memory of arenas, as
/// `Other`, and nothing of what drivers allocate.
///
/// @param text `Native memory tracking is not enabled` if the JVM was not started with
///   `-XX:NativeMemoryTracking`
record NativeMemory(String text) {
  private static final Pattern COMMITTED = Pattern.compile("Total: .*committed=(\\d+)KB");
  private static final Pattern HEAP = Pattern.compile("Java Heap .*committed=(\\d+)KB");
  private static final Pattern CATEGORY =
      Pattern.compile("^- +(.+) \\(reserved=\\d+KB, committed=(\\d+)KB", Pattern.MULTILINE);

  /// @param argument `summary`, `baseline` or `summary.diff`
  static NativeMemory told(String argument) {
    try {
      Object answer =
          ManagementFactory.getPlatformMBeanServer()
              .invoke(
                  new ObjectName("com.sun.management:type=DiagnosticCommand"),
                  "vmNativeMemory",
                  new Object[] {new String[] {argument}},
                  new String[] {String[].class.getName()});
      return new NativeMemory(String.valueOf(answer));
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Bytes that are committed outside the heap.
  long besidesHeap() {
    return bytes(COMMITTED) - bytes(HEAP);
  }

  private long bytes(Pattern pattern) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? Long.parseLong(matcher.group(1)) << 10 : 0;
  }

  /// A line for each of the categories that have committed most, in MiB, that of most first.
  List<String> largest(int count) {
    return CATEGORY
        .matcher(text)
        .results()
        .sorted(Comparator.comparingLong(NativeMemory::kib).reversed())
        .limit(count)
        .map(found -> "%5d MiB %s".formatted(kib(found) >> 10, found.group(1)))
        .toList();
  }

  private static long kib(MatchResult category) {
    return Long.parseLong(category.group(2));
  }
}
