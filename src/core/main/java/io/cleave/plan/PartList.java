package io.cleave.plan;

import java.util.AbstractList;
import java.util.Objects;
import java.util.RandomAccess;

/// All parts of a plan, as a view that costs nothing.
final class PartList extends AbstractList<Part> implements RandomAccess {
  private final SplitPlan plan;

  PartList(SplitPlan plan) {
    this.plan = plan;
  }

  @Override
  public Part get(int index) {
    return new Part(plan, Objects.checkIndex(index, size()));
  }

  @Override
  public int size() {
    return plan.partCount();
  }
}
