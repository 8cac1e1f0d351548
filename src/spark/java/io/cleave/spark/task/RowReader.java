package io.cleave.spark.task;

import io.cleave.spark.PartitionSplit;
import io.cleave.spark.Setting;
import io.cleave.spark.column.RowTensor;
import io.cleave.spark.column.TensorColumn;
import io.cleave.spark.column.WrongRowException;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.util.LongAccumulator;
import org.jspecify.annotations.Nullable;

/// Takes rows in: copies what stays of them, whose memory Spark uses again for the next one, and
/// reads the tensor.
final class RowReader {
  private final PartitionSplit how;
  private final TensorColumn column;
  private final RowPlans plans;
  private final boolean drops;

  RowReader(PartitionSplit how, TensorColumn column) {
    this.how = how;
    this.column = column;
    this.plans = new RowPlans(how.settings(), column, how.outputs());
    this.drops = how.settings().has(Setting.DROP);
  }

  Waiting read(Row row) {
    return new Waiting(kept(row), tensor(row.get(how.index())));
  }

  private @Nullable Object[] kept(Row row) {
    @Nullable Object[] kept = new @Nullable Object[row.size() - (drops ? 1 : 0)];
    int at = 0;
    for (int i = 0; i < row.size(); i++) {
      if (!drops || i != how.index()) {
        kept[at++] = InternalRow.copyValue(row.get(i));
      }
    }
    return kept;
  }

  private Waiting.@Nullable Tensor tensor(@Nullable Object value) {
    if (value == null) {
      return null;
    }
    try {
      RowTensor tensor = column.read(value);
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
              .formatted(how.source().name(), reason.getMessage()));
    }
    wrong.add(1);
    return null;
  }
}
