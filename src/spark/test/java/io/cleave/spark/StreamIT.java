package io.cleave.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A query on a stream, one file after the other.
class StreamIT {
  @TempDir private Path folder;

  @Test
  void streamsAreSplitAsTheyCome() throws Exception {
    SparkSession spark = LocalSpark.session();
    String input = folder.resolve("in").toString();
    for (int i = 0; i < 3; i++) {
      table(spark, 10L * i).write().mode("append").parquet(input);
    }
    TensorSplit split =
        TensorSplit.of("t").shape(4).type("u8").axis(0).lengths(1, 3).names("a", "b").drop();
    Dataset<Row> parts =
        spark
            .readStream()
            .schema(table(spark, 0).schema())
            .option("maxFilesPerTrigger", 1)
            .parquet(input)
            .transform(split);
    assertThat(parts.isStreaming()).isTrue();
    StreamingQuery query =
        parts
            .writeStream()
            .format("memory")
            .queryName("parts")
            .option("checkpointLocation", folder.resolve("checkpoint").toString())
            .trigger(Trigger.AvailableNow())
            .start();
    assertThat(query.awaitTermination(60_000)).isTrue();
    assertThat(query.recentProgress().length).isGreaterThanOrEqualTo(3);
    List<Row> rows =
        spark.sql("select id, hex(a) || hex(b) h from parts order by id").collectAsList();
    assertThat(rows).hasSize(30);
    rows.forEach(row -> assertThat(row.getString(1)).isEqualTo("%08X".formatted(row.getLong(0))));
  }

  private static Dataset<Row> table(SparkSession spark, long from) {
    return spark.range(from, from + 10, 1, 1).selectExpr("id", "unhex(lpad(hex(id), 8, '0')) t");
  }
}
