package io.cleave.bench;

import io.cleave.backend.OpenClException;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;

/// Fails as soon as it is asked for anything.
final class Failure implements Contender {
  @Override
  public Label label() {
    return new Label("failure", "", "");
  }

  @Override
  public Run prepare(SplitPlan plan, MemorySegment data) {
    throw new OpenClException("clCreateBuffer", -61, "a test");
  }
}
