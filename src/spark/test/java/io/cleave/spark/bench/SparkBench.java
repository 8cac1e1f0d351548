package io.cleave.spark.bench;

import io.cleave.backend.Splitter;
import io.cleave.cpu.CpuSplitter;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/// Splits rows that Spark has in memory, and hands them to a sink that drops them. All ways take
/// turns, so that a noisy machine is noisy for all; what they make is compared before.
public final class SparkBench {
  private static final int ROUNDS = 31;

  /// Until everything is compiled.
  private static final int UNCOUNTED = 10;

  private static final int IMAGES = 4000;
  private static final int EMBEDDINGS = 100_000;

  /// @param name what it is called in the table
  /// @param way what it does
  /// @param seconds of each round
  private record Contender(String name, UnaryOperator<Dataset<Row>> way, List<Double> seconds) {
    static Contender of(String name, UnaryOperator<Dataset<Row>> way) {
      return new Contender(name, way, new ArrayList<>());
    }
  }

  private SparkBench() {}

  /// Measures both kinds, and prints a table.
  public static void main(String[] args) {
    SparkSession spark =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.driver.host", "127.0.0.1")
            .getOrCreate();
    IO.println("| | rows/s, best | rows/s, median |\n|---|---|---|");
    images(spark);
    embeddings(spark);
    spark.stop();
  }

  private static void images(SparkSession spark) {
    int repeats = Ways.SIDE * Ways.SIDE * 3 / 4;
    String pixels =
        "cast(repeat(concat(chr(97 + cast(id % 26 as int)), 'yz', cast(id % 10 as string)), "
            + repeats
            + ") as binary) t";
    race(
        "images",
        spark.range(0, IMAGES, 1, 4).selectExpr("id", pixels),
        List.of(
            Contender.of("`TensorSplit`", Ways::cleaveImages),
            Contender.of("a Java function for each row", Ways::udfImages)));
    int some = IMAGES / 2;
    alone(
        "images",
        SplitPlan.byLengths(
            Shape.of(some, (long) Ways.SIDE * Ways.SIDE, 3), ElementType.U8, 2, 1, 1, 1),
        some);
  }

  private static void embeddings(SparkSession spark) {
    race(
        "embeddings",
        spark
            .range(0, EMBEDDINGS, 1, 4)
            .selectExpr("id", "transform(sequence(1, 768), i -> cast(i * id as float)) t"),
        List.of(
            Contender.of("`TensorSplit`", Ways::cleaveEmbeddings),
            Contender.of("`slice` of Spark's SQL", Ways::sqlEmbeddings),
            Contender.of("a Java function for each row", Ways::udfEmbeddings)));
    alone(
        "embeddings",
        SplitPlan.byLengths(Shape.of(EMBEDDINGS, 768), ElementType.F32, 1, 256, 256, 256),
        EMBEDDINGS);
  }

  private static void race(String what, Dataset<Row> data, List<Contender> splitters) {
    Dataset<Row> rows = data.cache();
    long count = rows.count();
    requireSame(rows, splitters);
    List<Contender> all = new ArrayList<>(splitters);
    all.add(Contender.of("the column, moved through a function that does nothing", Ways::moved));
    all.add(Contender.of("the column, read", same -> same));
    for (int i = 0; i < ROUNDS; i++) {
      for (Contender one : all) {
        long start = System.nanoTime();
        one.way().apply(rows).write().format("noop").mode("overwrite").save();
        if (i >= UNCOUNTED) {
          one.seconds().add((System.nanoTime() - start) / 1e9);
        }
      }
    }
    all.forEach(one -> print(what + ": " + one.name(), count, one.seconds()));
    rows.unpersist();
  }

  private static void requireSame(Dataset<Row> rows, List<Contender> splitters) {
    List<String> texts =
        splitters.stream()
            .map(one -> Ways.text(one.way().apply(rows.filter("id % 997 = 5"))))
            .distinct()
            .toList();
    if (texts.size() != 1) {
      throw new IllegalStateException("the ways differ in what they make");
    }
  }

  /// The library alone on the same bytes, with as many threads as Spark has.
  private static void alone(String what, SplitPlan plan, int rows) {
    List<Double> seconds = new ArrayList<>();
    try (Splitter splitter = CpuSplitter.open(2);
        Arena arena = Arena.ofShared()) {
      MemorySegment data = arena.allocate(plan.bytes());
      List<MemorySegment> parts =
          plan.parts().stream().map(part -> arena.allocate(part.bytes())).toList();
      for (int i = 0; i < ROUNDS; i++) {
        long start = System.nanoTime();
        splitter.split(plan, data, parts);
        if (i >= UNCOUNTED) {
          seconds.add((System.nanoTime() - start) / 1e9);
        }
      }
    }
    print(what + ": the library alone, in one piece", rows, seconds);
  }

  private static void print(String name, long rows, List<Double> seconds) {
    List<Double> sorted = seconds.stream().sorted().toList();
    IO.println(
        String.format(
            Locale.ROOT,
            "| %s | %.0f | %.0f |",
            name,
            rows / sorted.getFirst(),
            rows / sorted.get(sorted.size() / 2)));
  }
}
