package io.cleave.spark.engine;

import io.cleave.spark.Engine;
import io.cleave.spark.PartitionSplit;
import io.cleave.spark.Settings;
import io.cleave.spark.query.SplitQuery;
import io.cleave.spark.task.RowStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.util.LongAccumulator;
import org.jspecify.annotations.Nullable;
import scala.collection.Iterator;

/// Splits. It has no state.
public final class SplitEngine implements Engine {
  /// For the door, which knows it by name.
  public SplitEngine() {}

  @Override
  public Dataset<Row> transform(
      Settings settings, @Nullable LongAccumulator wrong, Dataset<Row> rows) {
    return SplitQuery.add(settings, wrong, rows);
  }

  @Override
  public Iterator<Object> split(PartitionSplit how, Iterator<Object> rows) {
    return new RowStream(how, rows);
  }
}
