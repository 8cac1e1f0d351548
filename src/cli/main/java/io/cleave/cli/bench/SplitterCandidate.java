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
    return new SplitterTrial(opener.get(), plan, data, outputs);
  }

  private record SplitterTrial(
      Splitter splitter, SplitPlan plan, MemorySegment data, List<MemorySegment> parts)
      implements Trial {
    @Override
    public void run() {
      splitter.split(plan, data, parts);
    }

    @Override
    public MemorySegment part(int index) {
      return parts.get(index);
    }

    @Override
    public String way() {
      return splitter instanceof TuningSplitter tuning
          ? tuning.result(plan).map(TuningResult::winner).orElseGet(this::route)
          : route();
    }

    /// The second word of `route fused (..)`.
    private String route() {
      return splitter.explain(plan).split(" ", 3)[1];
    }

    @Override
    public void close() {
      splitter.close();
    }
  }
}
