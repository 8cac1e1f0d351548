package io.cleave.spark.task;

import io.cleave.spark.PartitionSplit;
import io.cleave.spark.Settings;
import io.cleave.spark.column.RowTensor;
import io.cleave.spark.column.TensorColumn;
import io.cleave.spark.column.WrongRowException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.util.LongAccumulator;
import org.jspecify.annotations.Nullable;

/// Finds the tensor in a row, and what becomes of it.
final class RowReader {
  private final PartitionSplit how;
  private final TensorColumn column;
  private final RowPlans plans;

  RowReader(PartitionSplit how, TensorColumn column) {
    this.how = how;
    this.column = column;
    this.plans = new RowPlans(how.settings(), column, how.outputs());
  }

  /// What is split of a row, if it has a tensor. Its memory may be the row's.
  Waiting.@Nullable Tensor read(InternalRow row) {
    if (row.isNullAt(how.index())) {
      return null;
    }
    try {
      RowTensor tensor = column.read(row, how.index());
      return new Waiting.Tensor(plans.of(tensor.layout()), tensor.bytes());
    } catch (WrongRowException e) {
      return refused(e);
    }
  }

  /// What a row has in place of its tensor that cannot be split.
  private Waiting.@Nullable Tensor refused(WrongRowException reason) {
    LongAccumulator wrong = how.wrong();
    if (wrong == null) {
      throw new WrongRowException(
          "column %s: %s; filter such rows out, or say onError(\"null\")"
              .formatted(Settings.excerpt(how.source().name()), reason.getMessage()));
    }
    wrong.add(1);
    return null;
  }
}
