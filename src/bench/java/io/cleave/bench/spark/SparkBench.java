package io.cleave.bench.spark;

import io.cleave.backend.Splitter;
import io.cleave.cpu.CpuSplitter;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

public final class SparkBench {
  public static void main(String[] args) {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 7;
    SparkSession spark =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.log.level", "WARN")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.driver.host", "127.0.0.1")
            .getOrCreate();
    if (args.length < 2 || args[1].contains("i")) {
      int n = 4000;
      Dataset<Row> images =
          spark
              .range(0, n, 1, 4)
              .selectExpr(
                  "id",
                  "cast(repeat(concat(chr(97 + cast(id % 26 as int)), 'yz', cast(id % 10 as"
                      + " string)), 150528 / 4) as binary) t")
              .cache();
      System.out.println(images.count());
      Map<String, UnaryOperator<Dataset<Row>>> ways = new LinkedHashMap<>();
      ways.put("moved", Ways::moved);
      ways.put("cleave", Ways::cleaveImages);
      ways.put("udf", Ways::udfImages);
      ways.put("scan", x -> x);
      race(ways, images, n, rounds);
      plain(Shape.of(n / 2, 224L * 224, 3), ElementType.U8, 2, n / 2, 1, 1, 1);
      images.unpersist();
    }
    if (args.length < 2 || args[1].contains("e")) {
      int n = 100000;
      Dataset<Row> e =
          spark
              .range(0, n, 1, 4)
              .selectExpr("id", "transform(sequence(1, 768), i -> cast(i * id as float)) t")
              .cache();
      System.out.println(e.count());
      Map<String, UnaryOperator<Dataset<Row>>> ways = new LinkedHashMap<>();
      ways.put("moved", Ways::moved);
      ways.put("cleave", Ways::cleaveEmbeddings);
      ways.put("sql", Ways::sqlEmbeddings);
      ways.put("udf", Ways::udfEmbeddings);
      ways.put("scan", x -> x);
      race(ways, e, n, rounds);
      plain(Shape.of(n, 768), ElementType.F32, 1, n, 256, 256, 256);
    }
    spark.stop();
  }

  private static void plain(Shape shape, ElementType type, int axis, int n, long... lengths) {
    SplitPlan plan = SplitPlan.byLengths(shape, type, axis, lengths);
    try (Splitter splitter = CpuSplitter.open();
        Arena arena = Arena.ofShared()) {
      MemorySegment data = arena.allocate(plan.bytes());
      List<MemorySegment> parts =
          plan.parts().stream().map(p -> arena.allocate(p.bytes())).toList();
      double best = 1e9;
      for (int i = 0; i < 10; i++) {
        long t = System.nanoTime();
        splitter.split(plan, data, parts);
        best = Math.min(best, (System.nanoTime() - t) / 1e9);
      }
      System.out.printf("plain best %.4f  %.0f rows/s%n", best, n / best);
    }
  }

  private static void race(
      Map<String, UnaryOperator<Dataset<Row>>> ways, Dataset<Row> rows, int n, int rounds) {
    Map<String, List<Double>> times = new LinkedHashMap<>();
    for (int i = 0; i < rounds; i++) {
      ways.forEach(
          (name, way) -> {
            long t = System.nanoTime();
            way.apply(rows).write().format("noop").mode("overwrite").save();
            times.computeIfAbsent(name, x -> new ArrayList<>()).add((System.nanoTime() - t) / 1e9);
          });
    }
    times.forEach(
        (name, list) -> {
          System.out.println(name + list.stream().map(x -> String.format(" %.2f", x)).toList());
          double[] s = list.stream().mapToDouble(x -> x).sorted().toArray();
          System.out.printf(
              "%-8s best %.3f median %.3f  %.0f rows/s%n", name, s[0], s[s.length / 2], n / s[0]);
        });
  }
}
