package io.cleave.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/// Whether what a process holds grows: the least in the last quarter beside the least in the
/// second, for what comes and goes is not what stays. The first is left out, when loops are
/// compiled, caches filled, and all is opened once.
///
/// @param censuses in order
record Trend(List<Census> censuses) {
  /// With fewer, a quarter is too short to tell.
  static final int LEAST = 12;

  private static final long MIB = 1 << 20;

  /// Copies the list.
  Trend {
    censuses = List.copyOf(censuses);
  }

  /// What grows by more than it may by chance; nothing if there are too few to tell.
  List<String> complaints() {
    List<String> complaints = new ArrayList<>();
    if (censuses.size() >= LEAST) {
      grows("the heap", Census::heap, 0.2, 8 * MIB, complaints);
      grows("the JVM's other memory", Census::jvm, 0.1, 16 * MIB, complaints);
      grows("what drivers hold", Census::taken, 0.1, 32 * MIB, complaints);
      // What was given back in pieces stays: 14 percent more, on Intel's driver, for 4 of drivers'.
      grows("the process", Census::resident, 0.2, 32 * MIB, complaints);
      grows("open files", Census::handles, 0, 4, complaints);
      grows("threads", Census::threads, 0, 8, complaints);
    }
    return complaints;
  }

  private void grows(
      String what, ToLongFunction<Census> of, double share, long amount, List<String> complaints) {
    int quarter = censuses.size() / 4;
    long before = least(of, quarter, 2 * quarter);
    long after = least(of, censuses.size() - quarter, censuses.size());
    if (after > before * (1 + share) + amount) {
      complaints.add("%s: %s in the second quarter, %s in the last".formatted(what, before, after));
    }
  }

  private long least(ToLongFunction<Census> of, int from, int to) {
    return censuses.subList(from, to).stream().mapToLong(of).min().orElseThrow();
  }
}
