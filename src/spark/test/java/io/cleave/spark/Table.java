package io.cleave.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/// Tables `id, t` with a tensor in each row, and what is read out of them.
final class Table {
  private Table() {}

  /// Rows in order, over so many partitions.
  static Dataset<Row> of(
      SparkSession session,
      DataType type,
      int partitions,
      List<? extends @Nullable Object> values) {
    List<Row> rows = new ArrayList<>();
    for (Object value : values) {
      rows.add(RowFactory.create((long) rows.size(), value));
    }
    StructType schema = new StructType().add("id", DataTypes.LongType).add("t", type, true);
    return session.createDataFrame(rows, schema).repartition(partitions).sortWithinPartitions("id");
  }

  /// The values of a column, in the order of `id`.
  static List<@Nullable Object> column(Dataset<Row> table, String name) {
    List<@Nullable Object> values = new ArrayList<>();
    table.select("id", name).collectAsList().stream()
        .sorted((a, b) -> Long.compare(a.getLong(0), b.getLong(0)))
        .forEach(row -> values.add(row.get(1)));
    return values;
  }

  /// Arrays as lists, bytes as lists, so that they compare.
  static @Nullable Object plain(@Nullable Object value) {
    return switch (value) {
      case byte[] bytes -> Arrays.toString(bytes);
      case scala.collection.Seq<?> seq -> seq.mkString("[", ", ", "]");
      case null, default -> value;
    };
  }
}
