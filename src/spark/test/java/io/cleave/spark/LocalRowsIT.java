package io.cleave.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.util.LongAccumulator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What becomes of rows: their order, nulls, wrong ones, the other columns.
class LocalRowsIT {
  private static final TensorSplit SPLIT =
      TensorSplit.of("t").shape(4).type("u8").axis(0).lengths(1, -1).names("a", "b");

  @TempDir private Path folder;

  private SparkSession spark;

  @BeforeEach
  void open() {
    spark = LocalSpark.session();
  }

  /// One by one, in batches that end in the middle of a partition, and all at once.
  @ParameterizedTest
  @ValueSource(longs = {1, 700, 1 << 20})
  void nullsStayNullAndRowsStayInOrder(long batchBytes) {
    List<@Nullable Object> tensors = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      tensors.add(i % 3 == 0 ? null : new byte[] {(byte) i, 1, 2, (byte) -i});
    }
    List<Row> rows =
        Table.of(spark, DataTypes.BinaryType, 1, tensors)
            .transform(SPLIT.batchBytes(batchBytes))
            .collectAsList();
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      assertThat(row.getLong(0)).isEqualTo(i);
      assertThat((byte[]) row.get(2)).isEqualTo(i % 3 == 0 ? null : new byte[] {(byte) i});
      assertThat((byte[]) row.get(3)).isEqualTo(i % 3 == 0 ? null : new byte[] {1, 2, (byte) -i});
    }
    assertThat(rows).hasSize(50);
  }

  @Test
  void partitionsMayBeEmpty() {
    Dataset<Row> few =
        Table.of(spark, DataTypes.BinaryType, 1, List.of(new byte[] {1, 2, 3, 4})).repartition(9);
    assertThat(few.transform(SPLIT).count()).isEqualTo(1);
    assertThat(few.filter("id > 5").transform(SPLIT).collectAsList()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"cpu", "pocl"})
  void aRowOfTheWrongLengthFailsAndSaysWhy(String device) {
    Dataset<Row> parts = wrong().transform(SPLIT.device(device));
    assertThatThrownBy(parts::collectAsList)
        .hasMessageContaining(
            "column t: a row has 3 bytes, and u8 [4] takes 4; filter such rows out, or say"
                + " onError(\"null\")");
  }

  private Dataset<Row> wrong() {
    return Table.of(
        spark,
        DataTypes.BinaryType,
        1,
        Arrays.asList(new byte[] {1, 2, 3, 4}, new byte[3], null, new byte[] {5, 6, 7, 8}));
  }

  @ParameterizedTest
  @ValueSource(strings = {"cpu", "pocl"})
  void aRowOfTheWrongLengthBecomesNullAndIsCounted(String device) {
    LongAccumulator counter = spark.sparkContext().longAccumulator("wrong");
    Dataset<Row> parts = wrong().transform(SPLIT.device(device).onErrorNull(counter));
    assertThat(Table.column(parts, "a").stream().map(Table::plain))
        .containsExactly("[1]", null, null, "[5]");
    assertThat(counter.value()).isEqualTo(1);
    assertThat(wrong().transform(SPLIT.onError("null")).filter("a is null").count()).isEqualTo(2);
  }

  @Test
  void anArrayWithANullInItIsWrong() {
    Dataset<Row> table =
        spark.sql("select 0L id, array(1, null, 3, 4) t union all select 1L, array(5, 6, 7, 8)");
    TensorSplit split = TensorSplit.of("t").axis(0).equal(2).shape(4);
    assertThatThrownBy(() -> table.transform(split).collectAsList())
        .hasMessageContaining("a row has an element that is null");
    assertThat(
            Table.column(table.transform(split.onError("null")), "t_1").stream().map(Table::plain))
        .containsExactly(null, "[7, 8]");
  }

  /// Of every kind that Spark keeps in a row; they wait in a batch while its memory is used again.
  @Test
  void otherColumnsAreKept() {
    String[] columns = {
      "id",
      "cast(id as string) s",
      "struct(id x, array('a', cast(id as string)) y) st",
      "map(id, 'm') m",
      "cast(id as decimal(30,2)) d",
      "timestamp_seconds(id) ts",
      "cast(null as int) n",
      "unhex(lpad(hex(id), 8, '0')) t"
    };
    Dataset<Row> table = spark.range(0, 300, 1, 3).selectExpr(columns);
    for (String device : List.of("cpu", "pocl")) {
      Dataset<Row> parts = table.transform(SPLIT.device(device).batchBytes(3000));
      assertThat(parts.columns()).startsWith(table.columns()).endsWith("a", "b");
      assertThat(texts(parts.drop("t", "a", "b"))).isEqualTo(texts(table.drop("t")));
      assertThat(texts(parts.selectExpr("hex(a) || hex(b)")))
          .isEqualTo(texts(table.selectExpr("hex(t)")));
    }
  }

  private static List<String> texts(Dataset<Row> rows) {
    return rows.collectAsList().stream().map(Row::toString).toList();
  }

  /// A vectorized reader hands over rows that are none in memory; one that prunes leaves columns
  /// out.
  @Test
  void readsAndWritesParquet() {
    String file = folder.resolve("t.parquet").toString();
    spark
        .range(0, 100, 1, 1)
        .selectExpr(
            "id", "cast(id * 2 as string) s", "transform(sequence(1, 6), i -> float(i * id)) t")
        .write()
        .parquet(file);
    TensorSplit split = TensorSplit.of("t").axis(0).lengths(2, 4);
    Dataset<Row> parts = spark.read().parquet(file).transform(split);
    assertThat(parts.filter("id = 7").selectExpr("t_0", "t_1", "s").first().toString())
        .isEqualTo("[ArraySeq(7.0, 14.0),ArraySeq(21.0, 28.0, 35.0, 42.0),14]");
    String out = folder.resolve("parts.parquet").toString();
    parts.write().parquet(out);
    Metadata metadata = spark.read().parquet(out).schema().apply("t_1").metadata();
    assertThat(metadata.getLongArray("tensor.shape")).containsExactly(4);
    assertThat(metadata.getString("tensor.type")).isEqualTo("f32");
    assertThat(texts(spark.read().parquet(out).orderBy("id")))
        .isEqualTo(texts(parts.orderBy("id")));
  }

  @Test
  void joinsItselfAndIsCached() {
    Dataset<Row> parts = wrong().filter("length(t) = 4").transform(SPLIT).cache();
    assertThat(parts.alias("x").join(parts.alias("y"), "id").selectExpr("x.a", "y.b").count())
        .isEqualTo(2);
    assertThat(parts.groupBy("a").count().count()).isEqualTo(2);
    parts.unpersist();
  }
}
