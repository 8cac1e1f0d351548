package io.cleave.spark;

import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/// A session with two threads in this JVM, which has one session at a time: whoever needs another
/// one stops this, and the next test makes it anew.
final class LocalSpark {
  static final Path BASE = Path.of(System.getProperty("cleave.basedir"));

  private static @Nullable SparkSession session;

  private LocalSpark() {}

  static SparkSession session() {
    SparkSession open = session;
    if (open == null || open.sparkContext().isStopped()) {
      open = make();
      session = open;
    }
    return open;
  }

  private static SparkSession make() {
    return SparkSession.builder()
        .master("local[2]")
        .appName("cleave")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.sql.warehouse.dir", BASE.resolve("target/spark-warehouse").toString())
        .getOrCreate();
  }
}
