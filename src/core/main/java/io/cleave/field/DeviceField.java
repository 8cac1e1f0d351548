package io.cleave.field;

import io.cleave.choice.Candidate;
import io.cleave.choice.Field;
import io.cleave.choice.MemoryClass;
import io.cleave.opencl.OpenClSplitter;
import io.cleave.plan.SplitPlan;
import java.util.List;

/// The routes of one device.
///
/// Safe for use by many threads.
///
/// @param device what takes them, open
public record DeviceField(OpenClSplitter<?, ?> device) implements Field {
  @Override
  public String name() {
    return device.device().name();
  }

  @Override
  public List<Candidate> candidates(SplitPlan plan, MemoryClass memory) {
    List<Candidate> routes =
        device.candidates(plan).stream()
            .<Candidate>map(route -> SplitterCandidate.of(device, route))
            .toList();
    return routes.isEmpty()
        ? List.of(new SplitterCandidate(device.device().name(), device.revision(), device))
        : routes;
  }
}
