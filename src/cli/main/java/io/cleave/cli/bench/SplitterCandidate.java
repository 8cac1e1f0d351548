package io.cleave.cli.bench;

import io.cleave.Splitter;
import io.cleave.plan.SplitPlan;
import io.cleave.tune.TuningResult;
import io.cleave.tune.TuningSplitter;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Supplier;

/// A splitter of Cleave, from host memory to host memory.
///
/// @param role the part that it plays
/// @param label its name in reports
/// @param isJava whether the JVM compiles its loops while it runs
/// @param opener opens the splitter
public record SplitterCandidate(Role role, Label label, boolean isJava, Supplier<Splitter> opener)
    implements Candidate {
  @Override
  public String refusal(SplitPlan plan) {
    try (Splitter splitter = opener.get()) {
      splitter.explain(plan);
      return "";
    } catch (IllegalArgumentException e) {
      return String.valueOf(e.getMessage());
    }
  }

  @Override
  public Trial prepare(SplitPlan plan, MemorySegment data, List<MemorySegment> outputs) {
    Splitter splitter = opener.get();
    return new Trial(
        () -> splitter.split(plan, data, outputs),
        outputs::get,
        () -> way(splitter, plan),
        splitter::close);
  }

  private static String way(Splitter splitter, SplitPlan plan) {
    // The second word of `route fused (..)`.
    String route = splitter.explain(plan).split(" ", 3)[1];
    return splitter instanceof TuningSplitter tuning
        ? tuning.result(plan).map(TuningResult::winner).orElse(route)
        : route;
  }
}
