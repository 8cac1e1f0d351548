package io.cleave.spark;

import static io.cleave.plan.ElementType.U8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cleave.plan.Cut;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.util.LongAccumulator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Rows in a query: their order, nulls, wrong ones, the other columns.
class LocalRowsTest {
  private static final SparkSession SPARK = LocalSpark.session();
  private static final TensorSplit SPLIT =
      TensorSplit.of("t").shape(4).type(U8).axis(0).cut(Cut.byLengths(1, -1)).names("a", "b");

  @TempDir private Path folder;

  @Test
  void nullsStayNullAndRowsStayInOrder() {
    List<byte @Nullable []> tensors = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      tensors.add(i % 3 == 0 ? null : new byte[] {(byte) i, 1, 2, (byte) -i});
    }
    List<Row> rows =
        LocalSpark.table(tensors)
            .coalesce(1)
            .sortWithinPartitions("id")
            .transform(SPLIT)
            .collectAsList();
    assertThat(rows).hasSize(50);
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      assertThat(row.getLong(0)).isEqualTo(i);
      assertThat((byte[]) row.get(2)).isEqualTo(i % 3 == 0 ? null : new byte[] {(byte) i});
      assertThat((byte[]) row.get(3)).isEqualTo(i % 3 == 0 ? null : new byte[] {1, 2, (byte) -i});
    }
  }

  @Test
  void partitionsMayBeEmpty() {
    Dataset<Row> few = LocalSpark.table(List.of(new byte[] {1, 2, 3, 4})).repartition(5);
    assertThat(few.transform(SPLIT).count()).isEqualTo(1);
    assertThat(few.filter("id > 5").transform(SPLIT).collectAsList()).isEmpty();
  }

  /// Spark puts constants in the place of columns.
  @Test
  void aColumnMayBeConstant() {
    Dataset<Row> constants =
        SPARK
            .sql("select X'01020304' as t, 1 id")
            .union(SPARK.sql("select cast(null as binary), 2"));
    assertThat(texts(constants.transform(SPLIT).selectExpr("id", "hex(a)", "hex(b)")))
        .containsExactly("[1,01,020304]", "[2,null,null]");
    assertThat(texts(SPARK.sql("select X'01020304' t").transform(SPLIT).selectExpr("hex(b)")))
        .containsExactly("[020304]");
  }

  @Test
  void aFieldOfAStructIsSplit() {
    TensorSplit split = TensorSplit.of("s.t").shape(2).type(U8).axis(0);
    Dataset<Row> parts =
        SPARK
            .range(2)
            .selectExpr("id", "struct(unhex(lpad(hex(id), 4, '0')) t) s")
            .transform(split.cut(Cut.intoEqualParts(2)).drop());
    assertThat(texts(parts.selectExpr("id", "hex(s.t)", "hex(t_0)", "hex(t_1)")))
        .containsExactly("[0,0000,00,00]", "[1,0001,00,01]");
  }

  private static Dataset<Row> wrong() {
    return LocalSpark.table(
        Arrays.asList(new byte[] {1, 2, 3, 4}, new byte[3], null, new byte[] {5, 6, 7, 8}));
  }

  @Test
  void aRowOfTheWrongLengthFailsAndSaysWhy() {
    assertThatThrownBy(() -> wrong().transform(SPLIT).collectAsList())
        .hasMessageContaining(
            "column t: a row has 3 bytes, and u8 [4] takes 4; filter such rows out, or add"
                + " .onErrorNull()");
  }

  @Test
  void aRowOfTheWrongLengthBecomesNullAndIsCounted() {
    LongAccumulator counter = SPARK.sparkContext().longAccumulator("wrong");
    assertThat(texts(wrong().transform(SPLIT.onErrorNull(counter)).selectExpr("hex(a)", "id")))
        .containsExactlyInAnyOrder("[01,0]", "[null,1]", "[null,2]", "[05,3]");
    assertThat(counter.value()).isEqualTo(1);
    assertThat(wrong().transform(SPLIT.onErrorNull()).filter("a is null").count()).isEqualTo(2);
  }

  /// One of each kind that Spark stores in a row.
  @Test
  void otherColumnsAreKept() {
    Dataset<Row> table =
        SPARK
            .range(0, 40, 1, 2)
            .selectExpr(
                "id",
                "cast(id as string) s",
                "struct(id x, array('a', cast(id as string)) y) st",
                "map(id, 'm') m",
                "cast(id as decimal(30,2)) d",
                "timestamp_seconds(id) ts",
                "cast(null as int) n",
                "unhex(lpad(hex(id), 8, '0')) t");
    Dataset<Row> parts = table.transform(SPLIT);
    assertThat(parts.columns())
        .containsExactly("id", "s", "st", "m", "d", "ts", "n", "t", "a", "b");
    assertThat(texts(parts.selectExpr("id", "s", "st", "m", "d", "ts", "n", "hex(t)")))
        .isEqualTo(texts(table.selectExpr("id", "s", "st", "m", "d", "ts", "n", "hex(t)")));
    assertThat(texts(parts.selectExpr("hex(a) || hex(b)")))
        .isEqualTo(texts(table.selectExpr("hex(t)")));
  }

  private static List<String> texts(Dataset<Row> rows) {
    return rows.collectAsList().stream().map(Row::toString).toList();
  }

  /// A vectorized reader makes rows of another class, and leaves unused columns out.
  @Test
  void readsAndWritesParquet() {
    String file = folder.resolve("t.parquet").toString();
    table(0, 100).write().parquet(file);
    Dataset<Row> parts = SPARK.read().parquet(file).transform(SPLIT);
    assertThat(parts.filter("id = 7").selectExpr("hex(a)", "hex(b)", "s").first().toString())
        .isEqualTo("[00,000007,x7]");
    String out = folder.resolve("parts.parquet").toString();
    parts.write().parquet(out);
    Metadata metadata = SPARK.read().parquet(out).schema().apply("b").metadata();
    assertThat(metadata.getLongArray("tensor.shape")).containsExactly(3);
    assertThat(metadata.getString("tensor.type")).isEqualTo("u8");
    String[] columns = {"id", "s", "hex(a)", "hex(b)"};
    assertThat(texts(SPARK.read().parquet(out).orderBy("id").selectExpr(columns)))
        .hasSize(100)
        .isEqualTo(texts(parts.orderBy("id").selectExpr(columns)));
  }

  private static Dataset<Row> table(long from, long count) {
    return SPARK
        .range(from, from + count, 1, 1)
        .selectExpr("id", "'x' || id s", "unhex(lpad(hex(id), 8, '0')) t");
  }

  @Test
  void joinsItselfAndIsCached() {
    Dataset<Row> parts = wrong().filter("length(t) = 4").transform(SPLIT).cache();
    assertThat(parts.alias("x").join(parts.alias("y"), "id").selectExpr("x.a", "y.b").count())
        .isEqualTo(2);
    assertThat(parts.groupBy("a").count().count()).isEqualTo(2);
    parts.unpersist();
  }

  @Test
  void streamsAreSplit() throws Exception {
    String input = folder.resolve("in").toString();
    for (int i = 0; i < 2; i++) {
      table(10L * i, 10).write().mode("append").parquet(input);
    }
    StreamingQuery query =
        SPARK
            .readStream()
            .schema(table(0, 1).schema())
            .option("maxFilesPerTrigger", 1)
            .parquet(input)
            .transform(SPLIT.drop())
            .writeStream()
            .format("memory")
            .queryName("parts")
            .option("checkpointLocation", folder.resolve("checkpoint").toString())
            .trigger(Trigger.AvailableNow())
            .start();
    assertThat(query.awaitTermination(60_000)).isTrue();
    List<Row> rows =
        SPARK.sql("select id, hex(a) || hex(b) h from parts order by id").collectAsList();
    assertThat(rows).hasSize(20);
    rows.forEach(row -> assertThat(row.getString(1)).isEqualTo("%08X".formatted(row.getLong(0))));
  }
}
