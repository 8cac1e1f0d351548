package io.cleave.sweep;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/// How many examples each way got right, and how many it did not take, with one of its reasons.
/// Safe for use by many threads.
final class Tally {
  private record Counts(LongAdder right, LongAdder refused, AtomicReference<String> why) {}

  private final Map<String, Counts> ways = new ConcurrentHashMap<>();

  void right(Way way) {
    counts(way).right().increment();
  }

  void refused(Way way, String why) {
    counts(way).refused().increment();
    counts(way).why().compareAndSet("", why);
  }

  private Counts counts(Way way) {
    return ways.computeIfAbsent(
        way.name(), _ -> new Counts(new LongAdder(), new LongAdder(), new AtomicReference<>("")));
  }

  /// How many were right.
  long right() {
    return ways.values().stream().mapToLong(counts -> counts.right().sum()).sum();
  }

  /// A table.
  @Override
  public String toString() {
    StringBuilder table =
        new StringBuilder("| way | right | did not fit | for example |\n|---|---|---|---|\n");
    new TreeMap<>(ways)
        .forEach(
            (way, counts) ->
                table.append(
                    "| %s | %s | %s | %s |\n"
                        .formatted(
                            way,
                            counts.right().sum(),
                            counts.refused().sum(),
                            counts.why().get())));
    return table.toString();
  }
}
