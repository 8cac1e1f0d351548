package io.cleave.bench.peers;

import io.cleave.bench.Contender;
import io.cleave.bench.Run;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// All that take part with one plan, ready to run on the same data.
final class Field implements AutoCloseable {
  private static final int ROUNDS = 7;

  /// Plans that are done sooner are repeated for so long: short times are the noisier ones.
  private static final long NANOS = 400_000_000;

  private static final int IN_A_ROW = 3;

  /// Native thread pools wait for more work at full speed for a while: up to 5 ms are left between
  /// two turns, so that nobody runs beside them.
  private static final long PAUSE_MILLIS = 5;

  private final Map<Contender, Run> runs = new LinkedHashMap<>();
  private final Map<Contender, Long> best = new LinkedHashMap<>();

  Field(SplitPlan plan, MemorySegment data, List<Contender> contenders) {
    for (Contender contender : contenders) {
      if (contender.refusal(plan).isEmpty()) {
        runs.put(contender, contender.prepare(plan, data));
      }
    }
  }

  /// Runs everybody once and compares the parts.
  ///
  /// @throws IllegalStateException if a part is not as the judge has it
  void check(SplitPlan plan, Contender judge, List<Contender> judged) {
    run(judge).once();
    for (Contender contender : judged) {
      Run run = runs.get(contender);
      if (run != null) {
        run.once();
        compare(plan, run(judge), run, contender);
      }
    }
  }

  private static void compare(SplitPlan plan, Run right, Run run, Contender contender) {
    for (int i = 0; i < plan.partCount(); i++) {
      if (run.part(i).mismatch(right.part(i)) >= 0) {
        throw new IllegalStateException(
            "%s has %s wrong".formatted(contender.label(), plan.part(i)));
      }
    }
  }

  /// Lets all take turns until each has had enough of them.
  void race() throws InterruptedException {
    long end = System.nanoTime() + NANOS * runs.size();
    for (int round = 0; round < ROUNDS || System.nanoTime() < end; round++) {
      for (Contender contender : runs.keySet()) {
        Thread.sleep(PAUSE_MILLIS);
        best.merge(contender, nanos(run(contender)), Math::min);
      }
    }
  }

  /// The shortest of a few runs in a row: after a pause the first one finds everything asleep.
  private static long nanos(Run run) {
    long best = Long.MAX_VALUE;
    for (int i = 0; i < IN_A_ROW; i++) {
      long start = System.nanoTime();
      run.once();
      best = Math.min(best, System.nanoTime() - start);
    }
    return best;
  }

  /// The shortest time of a contender; 0 if it takes no part.
  long best(Contender contender) {
    return best.getOrDefault(contender, 0L);
  }

  private Run run(Contender contender) {
    Run run = runs.get(contender);
    if (run == null) {
      throw new IllegalArgumentException("%s takes no part".formatted(contender.label()));
    }
    return run;
  }

  @Override
  public void close() {
    Closing.all(new ArrayList<>(runs.values()));
  }
}
