package io.cleave.bench;

import io.cleave.backend.Splitter;
import io.cleave.choice.RacingSplitter;
import io.cleave.choice.Verdict;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A splitter of this library at work, from host memory to host memory.
///
/// @param splitter what splits; closed with this run
record SplitterRun(
    Splitter splitter, SplitPlan plan, MemorySegment data, List<@Nullable MemorySegment> parts)
    implements Run {
  @Override
  public void once() {
    splitter.split(plan, data, parts);
  }

  @Override
  public MemorySegment part(int index) {
    return Objects.requireNonNull(parts.get(index), "only wanted parts are asked for");
  }

  @Override
  public String way() {
    return splitter instanceof RacingSplitter racing
        ? racing.verdict(plan).map(Verdict::winner).orElseGet(() -> splitter.explain(plan).name())
        : splitter.explain(plan).name();
  }

  @Override
  public void close() {
    splitter.close();
  }
}
