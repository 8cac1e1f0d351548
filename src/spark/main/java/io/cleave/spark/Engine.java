package io.cleave.spark;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.util.LongAccumulator;
import org.jspecify.annotations.Nullable;
import scala.collection.Iterator;

/// What is behind the door.
public interface Engine {
  /// On the driver: checks what was said, and adds the split to the query.
  ///
  /// @param wrong counts rows that cannot be split, where they become null
  Dataset<Row> transform(Settings settings, @Nullable LongAccumulator wrong, Dataset<Row> rows);

  /// In a task: splits the rows of a partition.
  ///
  /// @param rows [Row]s of Spark's internal values
  /// @return its internal rows
  Iterator<Object> split(PartitionSplit how, Iterator<Object> rows);
}
