package io.cleave.bench;

import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;

/// A contender who takes part once more in the same heat, opened anew: does it choose the same?
///
/// @param first who
/// @param time the how manieth time it is, from 2
record Again(Contender first, int time) implements Contender {
  @Override
  public Label label() {
    return first.label().again(time);
  }

  @Override
  public String refusal(SplitPlan plan) {
    return first.refusal(plan);
  }

  @Override
  public boolean isJava() {
    return first.isJava();
  }

  @Override
  public Run prepare(SplitPlan plan, MemorySegment data) {
    return first.prepare(plan, data);
  }
}
