package io.cleave.spark.bench;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.slice;
import static org.apache.spark.sql.functions.udf;

import io.cleave.spark.TensorSplit;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import scala.collection.Seq;
import scala.jdk.javaapi.CollectionConverters;

/// The ways to split a column `t` into `p0`, `p1` and `p2`.
final class Ways {
  /// Pixels along the side of an image.
  static final int SIDE = 224;

  private static final List<String> NAMES = List.of("p0", "p1", "p2");

  private Ways() {}

  /// What Spark itself does with a function that changes nothing.
  static Dataset<Row> moved(Dataset<Row> rows) {
    return rows.mapPartitions(
        (MapPartitionsFunction<Row, Row>) partition -> partition, Encoders.row(rows.schema()));
  }

  static Dataset<Row> cleaveImages(Dataset<Row> rows) {
    return rows.transform(
        TensorSplit.of("t")
            .shape(SIDE, SIDE, 3)
            .type("u8")
            .axis(-1)
            .lengths(1, 1, 1)
            .names("p0", "p1", "p2")
            .batchBytes(Long.getLong("bb", 4 << 20))
            .drop());
  }

  /// A Java function for each row.
  static Dataset<Row> udfImages(Dataset<Row> rows) {
    UDF1<byte[], Row> split =
        pixels -> {
          byte[] r = new byte[pixels.length / 3];
          byte[] g = new byte[r.length];
          byte[] b = new byte[r.length];
          for (int i = 0; i < r.length; i++) {
            r[i] = pixels[3 * i];
            g[i] = pixels[3 * i + 1];
            b[i] = pixels[3 * i + 2];
          }
          return RowFactory.create(r, g, b);
        };
    return called(rows, split, DataTypes.BinaryType);
  }

  static Dataset<Row> cleaveEmbeddings(Dataset<Row> rows) {
    return rows.transform(
        TensorSplit.of("t")
            .axis(0)
            .lengths(256, 256, 256)
            .names("p0", "p1", "p2")
            .batchBytes(Long.getLong("bb", 4 << 20))
            .drop());
  }

  /// Spark's own expressions.
  static Dataset<Row> sqlEmbeddings(Dataset<Row> rows) {
    Column t = col("t");
    return rows.select(
        col("id"),
        slice(t, lit(1), lit(256)).as("p0"),
        slice(t, lit(257), lit(256)).as("p1"),
        slice(t, lit(513), lit(256)).as("p2"));
  }

  /// A Java function for each row.
  static Dataset<Row> udfEmbeddings(Dataset<Row> rows) {
    UDF1<Seq<Float>, Row> split =
        values -> {
          List<Float> all = CollectionConverters.asJava(values);
          return RowFactory.create(
              all.subList(0, 256).toArray(),
              all.subList(256, 512).toArray(),
              all.subList(512, 768).toArray());
        };
    return called(rows, split, DataTypes.createArrayType(DataTypes.FloatType, false));
  }

  private static Dataset<Row> called(Dataset<Row> rows, UDF1<?, Row> split, DataType part) {
    StructType parts = new StructType();
    for (String name : NAMES) {
      parts = parts.add(name, part);
    }
    return rows.select(col("id"), udf(split, parts).apply(col("t")).as("parts"))
        .select("id", "parts.p0", "parts.p1", "parts.p2");
  }

  /// What the parts of a few rows are, whatever their columns are called.
  static String text(Dataset<Row> rows) {
    StringBuilder text = new StringBuilder();
    for (Row row : rows.orderBy("id").select("p0", "p1", "p2").collectAsList()) {
      for (int i = 0; i < row.size(); i++) {
        text.append(
            row.get(i) instanceof byte[] bytes
                ? Arrays.toString(bytes)
                : row.getSeq(i).mkString(" "));
      }
    }
    return text.toString();
  }
}
