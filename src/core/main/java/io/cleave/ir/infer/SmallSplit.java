package io.cleave.ir.infer;

import io.cleave.operation.IntegerInput;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;

/// Splits the few integers of an axis or of lengths that pass through a split themselves.
public final class SmallSplit {
  private final SplitPlan plan;
  private final IntegerInput data;
  private final long[] values;
  private final long[] positions;

  /// A split of these values.
  ///
  /// @param plan made for the values' own type and shape
  public SmallSplit(SplitPlan plan, IntegerInput data) {
    this.plan = plan;
    this.data = data;
    this.values = data.values();
    this.positions = plan.positions();
  }

  /// One part of the values.
  public IntegerInput part(int index) {
    Shape shape = plan.part(index).shape();
    long[] taken = new long[(int) shape.elements()];
    int rows = (int) plan.rows();
    for (int row = 0; row < rows; row++) {
      int length = values.length / rows;
      int run = taken.length / rows;
      int from = (int) (length / plan.data().shape().extent(plan.axis()) * positions[index]);
      System.arraycopy(values, row * length + from, taken, row * run, run);
    }
    return IntegerInput.of(data.type(), shape, taken);
  }
}
