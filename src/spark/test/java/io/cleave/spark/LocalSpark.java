package io.cleave.spark;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/// A session with two threads in this JVM, which all tests share, and tables `id, t` in it.
final class LocalSpark {
  static final Path BASE = Path.of(System.getProperty("cleave.basedir"));

  private LocalSpark() {}

  static SparkSession session() {
    return SparkSession.builder()
        .master("local[2]")
        .appName("cleave")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "2")
        .config(
            "spark.sql.warehouse.dir",
            Path.of("target/spark-warehouse").toAbsolutePath().toString())
        .getOrCreate();
  }

  /// Rows of BINARY values, numbered from 0, in two partitions.
  static Dataset<Row> table(List<? extends byte @Nullable []> values) {
    List<Row> rows = new ArrayList<>();
    for (byte[] value : values) {
      rows.add(RowFactory.create((long) rows.size(), value));
    }
    StructType schema =
        new StructType().add("id", DataTypes.LongType).add("t", DataTypes.BinaryType, true);
    return session().createDataFrame(rows, schema).repartition(2).sortWithinPartitions("id");
  }

  /// All rows, in the order of `id`.
  static List<Row> rows(Dataset<Row> table) {
    return table.collectAsList().stream()
        .sorted((a, b) -> Long.compare(a.<Long>getAs("id"), b.<Long>getAs("id")))
        .toList();
  }
}
