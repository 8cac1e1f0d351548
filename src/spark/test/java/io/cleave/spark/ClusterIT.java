package io.cleave.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.cleave.conformance.NaiveSplit;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.io.File;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A standalone master and two workers, each with a GPU that is none: PoCL stands in for it.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(240)
class ClusterIT {
  private static final Shape SHAPE = Shape.of(4, 10, 4);
  private static final long[] LENGTHS = {2, 3, 5};

  @TempDir private static Path folder;

  private static Cluster cluster;
  private static SparkSession spark;

  @BeforeAll
  static void start() throws Exception {
    LocalSpark.session().stop();
    cluster = new Cluster(folder, "[\"0\"]", "[\"1\"]");
    spark =
        SparkSession.builder()
            .master(cluster.master())
            .appName("cleave")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.jars", jars("cleave", "lwjgl"))
            .config("spark.executor.memory", "800m")
            .config("spark.executor.cores", "2")
            .config("spark.cores.max", "4")
            .config("spark.executor.resource.gpu.amount", "1")
            .config("spark.task.resource.gpu.amount", "0.5")
            .config("spark.executor.extraJavaOptions", OPTIONS)
            .config("spark.executorEnv.LD_PRELOAD", jsig())
            .config("spark.executorEnv._JAVA_SR_SIGNUM", "60")
            .config("spark.sql.shuffle.partitions", "4")
            .getOrCreate();
  }

  private static final String OPTIONS =
      "--enable-native-access=ALL-UNNAMED -Dorg.lwjgl.system.memoryBackend=ffm"
          + " --add-modules=jdk.incubator.vector "
          + String.join(" ", Cluster.QUICK);

  private static String jsig() {
    return Path.of(System.getProperty("java.home"), "lib", "libjsig.so").toString();
  }

  /// What users give Spark, by the beginnings of its names.
  static String jars(String... names) {
    return Stream.concat(
            Stream.of(System.getProperty("cleave.jar")),
            Stream.of(System.getProperty("java.class.path").split(File.pathSeparator)))
        .filter(entry -> entry.endsWith(".jar"))
        .filter(
            entry ->
                Stream.of(names)
                    .anyMatch(name -> Path.of(entry).getFileName().toString().startsWith(name)))
        .distinct()
        .collect(Collectors.joining(","));
  }

  @AfterAll
  static void stop() {
    spark.stop();
    cluster.close();
  }

  /// Eight at a time: a column for each, and so many splits one after the other, on either device.
  @ParameterizedTest
  @ValueSource(ints = {0, 8, 16})
  @Order(1)
  void everyTypeIsSplitAsElementByElement(int from) {
    List<ElementType> types =
        Arrays.stream(ElementType.values())
            .filter(type -> type != ElementType.STRING)
            .skip(from)
            .limit(8)
            .toList();
    Dataset<Row> parts = bytes(types, 24, 6);
    for (ElementType type : types) {
      parts = parts.transform(split(type).device(type.bits() % 3 == 0 ? "cpu" : "pocl").drop());
    }
    List<Row> rows = parts.collectAsList();
    assertThat(rows).hasSize(24);
    for (Row row : rows) {
      types.forEach(type -> check(row, type));
    }
  }

  private static void check(Row row, ElementType type) {
    long id = row.getAs("id");
    List<byte[]> expected =
        new NaiveSplit(SHAPE, 1, LENGTHS).split(MemorySegment.ofArray(tensor(type, id)), type);
    for (int i = 0; i < LENGTHS.length; i++) {
      assertThat((byte[]) row.getAs("t_%s_%s".formatted(type, i)))
          .as("%s, row %s, part %s", type, id, i)
          .isEqualTo(expected.get(i));
    }
  }

  private static TensorSplit split(ElementType type) {
    return TensorSplit.of("t_" + type)
        .shape(SHAPE.extents())
        .type(type.toString())
        .axis(1)
        .lengths(LENGTHS)
        .batchBytes(600);
  }

  /// Rows that Spark makes itself, as [#tensor] does.
  private static Dataset<Row> bytes(List<ElementType> types, int rows, int partitions) {
    String[] columns =
        Stream.concat(
                Stream.of("id"),
                types.stream()
                    .map(
                        type ->
                            "unhex(array_join(transform(sequence(1, %s), i -> lpad(hex((i * 37 + id * 11) %% 256), 2, '0')), '')) as t_%s"
                                .formatted(type.bytes(SHAPE.volume()), type)))
            .toArray(String[]::new);
    return spark.range(0, rows, 1, partitions).toDF("id").selectExpr(columns);
  }

  private static byte[] tensor(ElementType type, long id) {
    byte[] tensor = new byte[(int) type.bytes(SHAPE.volume())];
    for (int i = 0; i < tensor.length; i++) {
      tensor[i] = (byte) ((i + 1) * 37L + id * 11);
    }
    return tensor;
  }

  /// The two tasks that an executor has at a time have one splitter.
  @Test
  @Order(2)
  void addressesReachTheTasksAndTasksShareADevice() throws Exception {
    String logs = cluster.executorLogs();
    assertThat(logs)
        .containsOnlyOnce(", for the GPU 0 that Spark assigned")
        .containsOnlyOnce(", for the GPU 1 that Spark assigned");
  }

  @Test
  @Order(3)
  void anExecutorWithoutTheDeviceSaysSoOnceAndGoesOn() throws Exception {
    Dataset<Row> parts =
        bytes(List.of(ElementType.U8), 40, 10)
            .transform(split(ElementType.U8).device("no such device"));
    parts.collectAsList().forEach(row -> check(row, ElementType.U8));
    assertThat(cluster.executorLogs().split("The device \"no such device\" fails", -1))
        .hasSizeBetween(2, 3);
  }

  @Test
  @Order(4)
  void aDeviceThatIsDemandedFailsTheJob() {
    Dataset<Row> parts =
        bytes(List.of(ElementType.U8), 4, 2)
            .transform(split(ElementType.U8).device("no such device").onDeviceFailure("fail"));
    assertThatThrownBy(parts::collectAsList)
        .hasMessageContaining(
            "onDeviceFailure forbids plain Java: no device is meant by \"no such device\"");
  }

  @Test
  @Order(5)
  void aJobIsSubmitted() throws Exception {
    String input = folder.resolve("in.parquet").toString();
    String output = folder.resolve("out.parquet").toString();
    bytes(List.of(ElementType.U8), 30, 3).write().parquet(input);
    Map.Entry<Integer, String> done =
        cluster.submit(
            CONFIGURATION,
            job("--input", input, "--output", output, "--column", "t_u8", "--shape", "4,10,4")
                .with("--type", "u8", "--axis", "1", "--lengths", "2,3,5"));
    assertThat(done.getValue()).contains(output + " is written");
    assertThat(done.getKey()).isZero();
    List<Row> rows = spark.read().parquet(output).collectAsList();
    assertThat(rows).hasSize(30);
    rows.forEach(row -> check(row, ElementType.U8));
  }

  /// Maven's own JDK may be such a one.
  @Test
  @Order(6)
  void executorsThatAreTooOldSayWhatIsNeeded() throws Exception {
    String old = System.getProperty("cleave.maven.java");
    assumeThat(OldJvm.version(old)).isLessThan(25);
    String input = folder.resolve("in.parquet").toString();
    List<String> configuration = new ArrayList<>(CONFIGURATION);
    configuration.addAll(
        List.of(
            "spark.executorEnv.JAVA_HOME=" + old,
            "spark.executor.extraJavaOptions=" + String.join(" ", Cluster.QUICK),
            "spark.task.maxFailures=1"));
    Map.Entry<Integer, String> done =
        cluster.submit(
            configuration,
            job("--input", input, "--output", folder.resolve("never").toString())
                .with("--column", "t_u8", "--shape", "160", "--type", "u8", "--axis", "0")
                .with("--equal", "2"));
    assertThat(done.getValue())
        .contains("Cleave needs JDK 25 or newer, and this executor runs on " + OldJvm.version(old));
    assertThat(done.getKey()).isEqualTo(3);
  }

  private static final List<String> CONFIGURATION =
      List.of(
          "spark.jars=" + jars("cleave", "lwjgl"),
          "spark.executor.memory=600m",
          "spark.executor.cores=2",
          "spark.cores.max=2",
          "spark.driver.bindAddress=127.0.0.1",
          "spark.driver.host=127.0.0.1",
          "spark.ui.enabled=false",
          "spark.executor.extraJavaOptions=" + OPTIONS);

  private static Arguments job(String... args) {
    Arguments job = new Arguments();
    job.with("--class", "io.cleave.spark.SplitJob", System.getProperty("cleave.spark.jar"));
    return job.with(args);
  }

  /// The last one: it is gone afterwards.
  @Test
  @Order(9)
  void aWorkerThatIsKilledInTheMiddleLosesNothing() throws Exception {
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
    Dataset<Row> slow =
        bytes(List.of(ElementType.U8), 60, 30)
            .selectExpr("*", "java_method('java.lang.Thread', 'sleep', 50L) as nap");
    CompletableFuture<List<Row>> rows =
        CompletableFuture.supplyAsync(
            () -> slow.transform(split(ElementType.U8).device("pocl")).collectAsList());
    while (ended.get() < 8 && !rows.isDone()) {
      Thread.sleep(10);
    }
    cluster.kill(0);
    List<Row> all = rows.get(60, TimeUnit.SECONDS);
    assertThat(removed).hasValueGreaterThan(0);
    assertThat(all).extracting(row -> row.<Long>getAs("id")).hasSize(60).doesNotHaveDuplicates();
    all.forEach(row -> check(row, ElementType.U8));
  }
}
