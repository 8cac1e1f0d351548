package io.cleave.ir.infer;

import io.cleave.operation.IntegerInput;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;

/// Splits the few integers of an axis or of lengths that pass through a split themselves.
public final class SmallSplit {
  private final IntegerInput data;
  private final long[] values;

  /// The same cut of elements that are each one 64-bit number.
  private final SplitPlan numbers;

  /// A split of these values.
  ///
  /// @param plan made for the values' own type and shape
  public SmallSplit(SplitPlan plan, IntegerInput data) {
    this.data = data;
    this.values = data.values();
    this.numbers = SplitPlan.byLengths(plan.shape(), ElementType.I64, plan.axis(), plan.lengths());
  }

  /// One part of the values.
  public IntegerInput part(int index) {
    Part part = numbers.part(index);
    Shape shape = part.shape();
    long[] taken = new long[(int) shape.volume()];
    int run = (int) (part.run() / Long.BYTES);
    for (long row = 0; row < numbers.rows(); row++) {
      int from = (int) (part.inData(row) / Long.BYTES);
      System.arraycopy(values, from, taken, (int) (part.inPart(row) / Long.BYTES), run);
    }
    return IntegerInput.of(data.type(), shape, taken);
  }
}
