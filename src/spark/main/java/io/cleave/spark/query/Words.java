package io.cleave.spark.query;

import io.cleave.spark.Setting;
import io.cleave.spark.Settings;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// Settings that are one of a few words, a number, or anything but nothing.
final class Words {
  static final String FAIL = "fail";

  private static final Map<Setting, List<String>> WORDS =
      Map.of(
          Setting.ON_ERROR, List.of(FAIL, "null"),
          Setting.ON_DEVICE_FAILURE, List.of("cpu", FAIL),
          Setting.NPY, List.of("true", "false"),
          Setting.DROP, List.of("true", "false"));

  private Words() {}

  /// @throws IllegalArgumentException if one is another
  static void check(Settings settings) {
    WORDS.forEach(
        (setting, words) -> require(settings, setting, words::contains, "one of " + words));
    require(
        settings,
        Setting.DEVICE,
        name -> !name.isBlank(),
        "auto, cpu, opencl, or part of a device's name or platform");
    require(
        settings,
        Setting.BATCH_BYTES,
        bytes -> bytes.matches("[1-9]\\d{0,17}"),
        "a number of bytes from 1 on");
  }

  private static void require(
      Settings settings, Setting setting, Predicate<String> fits, String what) {
    settings
        .get(setting)
        .filter(fits.negate())
        .ifPresent(
            value -> {
              throw new IllegalArgumentException(
                  "%s is %s, not \"%s\"".formatted(setting, what, Settings.excerpt(value)));
            });
  }
}
