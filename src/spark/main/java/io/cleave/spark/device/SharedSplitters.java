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
  private static final Map<DeviceWish, SharedSplitter> OPEN = new ConcurrentHashMap<>();

  static {
    // It keeps nothing of the task that comes first, nor its class loader.
    Runtime.getRuntime()
        .addShutdownHook(
            Thread.ofPlatform()
                .inheritInheritableThreadLocals(false)
                .unstarted(SharedSplitters::closeAll));
  }

  private SharedSplitters() {}

  /// That of a task. It is not the task's to close.
  public static SharedSplitter of(Settings settings, TaskContext task) {
    return OPEN.computeIfAbsent(
        DeviceWish.of(settings, task), wish -> new SharedSplitter(wish, concurrent()));
  }

  private static int concurrent() {
    return ConcurrentSplits.of(
        Optional.ofNullable(SparkEnv.get()).map(SparkEnv::conf).orElseGet(SparkConf::new));
  }

  private static void closeAll() {
    OPEN.values().forEach(SharedSplitter::close);
  }
}
