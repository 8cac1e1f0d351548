package io.cleave.spark.device;

import io.cleave.spark.Settings;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;

/// The splitters of this JVM.
///
/// Safe for use by many threads.
public final class SharedSplitters {
  /// How many splits run at once on a device that is not plain Java: one that computes, and one
  /// that waits with its data ready.
  public static final String CONCURRENT = "spark.cleave.concurrentSplits";

  private static final int USUAL_CONCURRENT = 2;

  private static final Map<DeviceWish, SharedSplitter> OPEN = new ConcurrentHashMap<>();

  static {
    Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(SharedSplitters::closeAll));
  }

  private SharedSplitters() {}

  /// That of a task. It is not the task's to close.
  public static SharedSplitter of(Settings settings, TaskContext task) {
    return OPEN.computeIfAbsent(
        DeviceWish.of(settings, task), wish -> new SharedSplitter(wish, concurrent()));
  }

  private static int concurrent() {
    int count =
        Optional.ofNullable(SparkEnv.get())
            .map(SparkEnv::conf)
            .orElseGet(SparkConf::new)
            .getInt(CONCURRENT, USUAL_CONCURRENT);
    if (count < 1) {
      throw new IllegalArgumentException(
          "%s must be 1 or more, not %s".formatted(CONCURRENT, count));
    }
    return count;
  }

  private static void closeAll() {
    OPEN.values().forEach(SharedSplitter::close);
  }
}
