package io.cleave.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.udf;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;

/// Benchmark of the split of images of 224 x 224 pixels into three planes, beside other ways. It is
/// in no suite: run it by its name.
class SparkSpeed {
  private static final int SIDE = 224;
  private static final int IMAGES = 4000;
  private static final int WARM_UP = 10;
  private static final int ROUNDS = 21;

  /// Measures in a JVM that compiles well, which those of tests do not.
  @Test
  void measures() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx4g",
                "--add-modules=jdk.incubator.vector",
                "-cp",
                System.getProperty("java.class.path"),
                SparkSpeed.class.getName())
            .inheritIO()
            .start();
    if (process.waitFor() != 0) {
      throw new AssertionError("it failed");
    }
  }

  /// Prints a table. All ways take turns; their results are compared first.
  public static void main(String[] args) {
    Map<String, UnaryOperator<Dataset<Row>>> ways = new LinkedHashMap<>();
    ways.put("`TensorSplit`", SparkSpeed::split);
    ways.put("a Java function for each row", SparkSpeed::called);
    ways.put("a function that moves the rows", SparkSpeed::moved);
    ways.put("the rows, read", rows -> rows);
    String pixels =
        "cast(repeat(concat(chr(97 + cast(id %% 26 as int)), 'yz', cast(id %% 10 as string)), %s) as binary) t"
            .formatted(SIDE * SIDE * 3 / 4);
    Dataset<Row> rows =
        LocalSpark.session().range(0, IMAGES, 1, 4).selectExpr("id", pixels).cache();
    rows.count();
    Dataset<Row> few = rows.filter("id < 3");
    if (!text(split(few)).equals(text(called(few)))) {
      throw new IllegalStateException("the results differ");
    }
    Map<String, List<Double>> seconds = new LinkedHashMap<>();
    for (int round = 0; round < WARM_UP + ROUNDS; round++) {
      for (String name : ways.keySet()) {
        long start = System.nanoTime();
        ways.get(name).apply(rows).write().format("noop").mode("overwrite").save();
        if (round >= WARM_UP) {
          seconds
              .computeIfAbsent(name, _ -> new ArrayList<>())
              .add((System.nanoTime() - start) / 1e9);
        }
      }
    }
    IO.println("| | rows/s, best | rows/s, median |\n|---|---|---|");
    seconds.forEach(
        (name, all) -> {
          List<Double> sorted = all.stream().sorted().toList();
          IO.println(
              "| %s | %.0f | %.0f |"
                  .formatted(name, IMAGES / sorted.getFirst(), IMAGES / sorted.get(ROUNDS / 2)));
        });
    LocalSpark.session().stop();
  }

  private static Dataset<Row> split(Dataset<Row> rows) {
    return rows.transform(
        TensorSplit.of("t")
            .shape(SIDE, SIDE, 3)
            .type("u8")
            .axis(-1)
            .equal(3)
            .names("p0", "p1", "p2")
            .drop());
  }

  private static Dataset<Row> called(Dataset<Row> rows) {
    UDF1<byte[], Row> split =
        pixels -> {
          byte[][] planes = new byte[3][pixels.length / 3];
          for (int i = 0; i < pixels.length; i++) {
            planes[i % 3][i / 3] = pixels[i];
          }
          return RowFactory.create((Object[]) planes);
        };
    StructType parts = new StructType();
    for (String name : List.of("p0", "p1", "p2")) {
      parts = parts.add(name, DataTypes.BinaryType);
    }
    return rows.select(col("id"), udf(split, parts).apply(col("t")).as("parts"))
        .select("id", "parts.p0", "parts.p1", "parts.p2");
  }

  private static Dataset<Row> moved(Dataset<Row> rows) {
    return rows.mapPartitions(
        (MapPartitionsFunction<Row, Row>) partition -> partition, Encoders.row(rows.schema()));
  }

  private static String text(Dataset<Row> rows) {
    StringBuilder text = new StringBuilder();
    for (Row row : rows.orderBy("id").select("p0", "p1", "p2").collectAsList()) {
      for (int i = 0; i < row.size(); i++) {
        text.append(Arrays.toString((byte[]) row.get(i)));
      }
    }
    return text.toString();
  }
}
