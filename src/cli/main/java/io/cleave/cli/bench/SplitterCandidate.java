package io.cleave.cli.bench;

import io.cleave.Splitter;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Supplier;

/// A splitter of Cleave, from host memory to host memory.
///
/// @param role the part that it plays
/// @param label its name in reports
/// @param opener opens the splitter
public record SplitterCandidate(Role role, Label label, Supplier<Splitter> opener)
    implements Candidate {
  @Override
  public Trial prepare(SplitPlan plan, MemorySegment data, List<MemorySegment> outputs) {
    Splitter splitter = opener.get();
    return new Trial(() -> splitter.split(plan, data, outputs), outputs::get, splitter::close);
  }
}
