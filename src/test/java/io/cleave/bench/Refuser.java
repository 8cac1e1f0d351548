package io.cleave.bench;

import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;

/// Takes no part.
final class Refuser implements Contender {
  @Override
  public Label label() {
    return new Label("refuser", "", "");
  }

  @Override
  public String refusal(SplitPlan plan) {
    return "no %s here".formatted(plan.type());
  }

  @Override
  public Run prepare(SplitPlan plan, MemorySegment data) {
    throw new AssertionError("it has refused");
  }
}
