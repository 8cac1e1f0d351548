package io.cleave.spark.device;

import io.cleave.spark.Settings;
import org.apache.spark.SparkConf;

/// How many splits run at once on a device that is not plain Java: one that computes, and one that
/// waits with its data ready, unless Spark's configuration says otherwise. The driver checks it, so
/// that no task fails of it, and each executor reads it.
public final class ConcurrentSplits {
  private static final String KEY = "spark.cleave.concurrentSplits";
  private static final String USUAL = "2";

  private ConcurrentSplits() {}

  /// What the configuration says.
  ///
  /// @throws IllegalArgumentException if that is no such number
  public static int of(SparkConf conf) {
    String number = conf.get(KEY, USUAL).strip();
    if (!number.matches("[1-9]\\d{0,8}")) {
      throw new IllegalArgumentException(
          "%s is a number from 1 to 999999999, not \"%s\""
              .formatted(KEY, Settings.excerpt(number)));
    }
    return Integer.parseInt(number);
  }
}
