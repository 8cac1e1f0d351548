package io.cleave.bench.peers;

import io.cleave.bench.Contender;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/// Compares the peers with a plain copy on the plans of the suite, or on those that are named.
///
/// Each peer's parts are checked before it is timed. All take turns, round after round, so that
/// whatever else the machine does slows all of them; the best round of each counts.
public final class PeerBench {
  private static final long SEED = 20260101;
  private static final int CACHE_LINE = 64;

  private static final int COPY = 0;
  private static final int TWIN = 1;

  private PeerBench() {}

  /// Prints one line for each plan: how fast the copy is, and each contender as a fraction of it.
  ///
  /// @param args names of plans, such as `A`; none stand for all
  public static void main(String[] args) throws InterruptedException {
    List<Contender> contenders = new ArrayList<>();
    contenders.add(COPY, new PlainCopy());
    contenders.add(TWIN, new TwinContender());
    contenders.addAll(Peers.present());
    IO.println("GB/s of the copy, read and written; the others as fractions of it");
    IO.println(row("plan", contenders.stream().map(one -> one.label().toString()).toList()));
    for (PeerSuite suite : PeerSuite.ALL) {
      if (args.length == 0 || Arrays.asList(args).contains(suite.name())) {
        IO.println(row(suite.name(), figures(suite.plan(), contenders)));
      }
    }
  }

  private static String row(String name, List<String> cells) {
    StringBuilder row = new StringBuilder("%-4s".formatted(name));
    cells.forEach(cell -> row.append(" | %-34s".formatted(cell)));
    return row.toString().stripTrailing();
  }

  private static List<String> figures(SplitPlan plan, List<Contender> contenders)
      throws InterruptedException {
    try (Arena arena = Arena.ofShared();
        Field field = new Field(plan, random(plan.bytes(), arena), contenders)) {
      field.check(plan, contenders.get(TWIN), contenders.subList(TWIN + 1, contenders.size()));
      field.race();
      long copy = field.best(contenders.get(COPY));
      List<String> figures = new ArrayList<>();
      for (Contender contender : contenders) {
        String refusal = contender.refusal(plan);
        figures.add(refusal.isEmpty() ? ratio(copy, field.best(contender)) : refusal);
      }
      figures.set(COPY, "%.1f GB/s".formatted(2.0 * plan.bytes() / copy));
      return figures;
    }
  }

  private static String ratio(long copy, long nanos) {
    return "%.2f (%.3f ms)".formatted((double) copy / nanos, nanos / 1e6);
  }

  private static MemorySegment random(long bytes, Arena arena) {
    MemorySegment data = arena.allocate(bytes, CACHE_LINE);
    SplittableRandom random = new SplittableRandom(SEED);
    for (long at = 0; at + Long.BYTES <= bytes; at += Long.BYTES) {
      data.set(ValueLayout.JAVA_LONG, at, random.nextLong());
    }
    return data;
  }
}
