package io.cleave.opencl.driver;

import java.util.Map;
import java.util.TreeMap;

/// How many objects of each kind were made and not given back.
///
/// Safe for use by many threads.
public final class Ledger {
  private final Map<String, Integer> live = new TreeMap<>();

  /// A call has returned. Giving back counts however it ends: nobody can do more.
  synchronized void enter(String function, int status) {
    String kind = kind(function);
    if (function.startsWith("clRelease")) {
      live.merge(kind, -1, Integer::sum);
    } else if (status == 0 && makes(function)) {
      live.merge(kind, 1, Integer::sum);
    }
    live.values().removeIf(count -> count == 0);
  }

  private static boolean makes(String function) {
    return function.startsWith("clCreate")
        || function.startsWith("clRetain")
        || function.startsWith("clEnqueue");
  }

  private static String kind(String function) {
    String what = function.replaceFirst("cl(Create|Release|Retain|Enqueue)", "");
    return switch (what) {
      case "Buffer", "SubBuffer", "MemObject" -> "memory";
      case "ProgramWithSource", "Program" -> "program";
      case "Kernel" -> "kernel";
      case "CommandQueue" -> "queue";
      case "Context" -> "context";
      default -> "event";
    };
  }

  /// An event is its receiver's from now on, who gives it back past the [Driver].
  synchronized void handOver() {
    enter("clReleaseEvent", 0);
  }

  /// Forgets all objects.
  synchronized void forget() {
    live.clear();
  }

  /// Each kind of which something is left, with how much of it.
  public synchronized Map<String, Integer> live() {
    return Map.copyOf(live);
  }
}
