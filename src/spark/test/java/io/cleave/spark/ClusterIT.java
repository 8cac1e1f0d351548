package io.cleave.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.conformance.NaiveSplit;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.io.File;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import scala.Option;

/// Splits on two executors, which are processes and get the jars from the driver.
@Timeout(120)
class ClusterIT {
  private static final Shape SHAPE = Shape.of(4, 10, 4);
  private static final List<ElementType> TYPES =
      List.of(ElementType.U8, ElementType.U4, ElementType.F32);

  private static SparkSession spark;

  @BeforeAll
  static void start() throws Exception {
    Option<SparkSession> local = SparkSession.getDefaultSession();
    if (local.isDefined()) {
      local.get().stop();
    }
    linkJars();
    spark =
        SparkSession.builder()
            .master("local-cluster[2,2,800]")
            .appName("cleave")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.sql.leafNodeDefaultParallelism", "30")
            .config("spark.jars", System.getProperty("cleave.spark.jars"))
            .config("spark.executor.memory", "600m")
            .config(
                "spark.executor.extraJavaOptions",
                "--add-modules=jdk.incubator.vector -XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
            // Otherwise it looks for the folders of a build of Spark.
            .config("spark.executorEnv.SPARK_SCALA_VERSION", "2.13")
            .config("spark.executorEnv.LD_PRELOAD", "")
            .getOrCreate();
  }

  /// An installation of Spark for executors: links to the jars of the class path.
  private static void linkJars() throws IOException {
    Path jars = Files.createDirectories(Path.of(System.getenv("SPARK_HOME"), "jars"));
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path link = jars.resolve(Path.of(entry).getFileName());
      if (entry.endsWith(".jar") && !link.getFileName().toString().startsWith("cleave")) {
        Files.deleteIfExists(link);
        Files.createSymbolicLink(link, Path.of(entry));
      }
    }
  }

  @AfterAll
  static void stop() {
    spark.stop();
  }

  @Test
  void aLostExecutorLosesNoRow() throws Exception {
    AtomicInteger ended = new AtomicInteger();
    AtomicInteger removed = new AtomicInteger();
    spark
        .sparkContext()
        .addSparkListener(
            new SparkListener() {
              @Override
              public void onTaskEnd(SparkListenerTaskEnd task) {
                ended.incrementAndGet();
              }

              @Override
              public void onExecutorRemoved(SparkListenerExecutorRemoved executor) {
                removed.incrementAndGet();
              }
            });
    Dataset<Row> parts =
        table().selectExpr("*", "java_method('java.lang.Thread', 'sleep', 50L) as nap");
    for (ElementType type : TYPES) {
      parts =
          parts.transform(
              TensorSplit.of("t_" + type)
                  .shape(SHAPE.extents())
                  .type(type)
                  .axis(1)
                  .cut(Cut.byLengths(2, 3, 5))
                  .drop());
    }
    CompletableFuture<List<Row>> rows = CompletableFuture.supplyAsync(parts::collectAsList);
    while (ended.get() < 16 && !rows.isDone()) {
      Thread.sleep(10);
    }
    killAnExecutor();
    List<Row> all = rows.get(60, TimeUnit.SECONDS);
    assertThat(removed).hasValueGreaterThan(0);
    assertThat(all).extracting(row -> row.<Long>getAs("id")).hasSize(60).doesNotHaveDuplicates();
    all.forEach(ClusterIT::check);
  }

  /// A row for each id, in 30 tasks.
  private static Dataset<Row> table() {
    StructType schema = new StructType().add("id", DataTypes.LongType);
    for (ElementType type : TYPES) {
      schema = schema.add("t_" + type, DataTypes.BinaryType);
    }
    return spark.createDataFrame(LongStream.range(0, 60).mapToObj(ClusterIT::row).toList(), schema);
  }

  private static Row row(long id) {
    return RowFactory.create(
        Stream.concat(Stream.of(id), TYPES.stream().map(type -> tensor(type, id))).toArray());
  }

  private static void killAnExecutor() {
    ProcessHandle executor =
        ProcessHandle.current()
            .descendants()
            .filter(
                process ->
                    process
                        .info()
                        .commandLine()
                        .orElse("")
                        .contains("CoarseGrainedExecutorBackend"))
            .findFirst()
            .orElseThrow();
    assertThat(executor.destroyForcibly()).isTrue();
  }

  private static void check(Row row) {
    for (ElementType type : TYPES) {
      List<byte[]> expected =
          new NaiveSplit(SHAPE, 1, 2, 3, 5)
              .split(MemorySegment.ofArray(tensor(type, row.getAs("id"))), type);
      for (int part = 0; part < 3; part++) {
        assertThat(row.<byte[]>getAs("t_%s_%s".formatted(type, part)))
            .as("part %s of %s in row %s", part, type, row)
            .isEqualTo(expected.get(part));
      }
    }
  }

  private static byte[] tensor(ElementType type, long id) {
    byte[] tensor = new byte[(int) type.bytes(SHAPE.elements())];
    for (int i = 0; i < tensor.length; i++) {
      tensor[i] = (byte) ((i + 1) * 37L + id * 11);
    }
    return tensor;
  }
}
