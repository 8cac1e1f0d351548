package io.cleave.spark.query;

import io.cleave.spark.Setting;
import io.cleave.spark.Settings;
import java.util.List;
import java.util.Map;

/// Settings that are one of a few words, or a number.
final class Words {
  static final String FAIL = "fail";

  private static final Map<Setting, List<String>> WORDS =
      Map.of(
          Setting.ON_ERROR, List.of(FAIL, "null"),
          Setting.ON_DEVICE_FAILURE, List.of("cpu", FAIL));

  private Words() {}

  /// @throws IllegalArgumentException if one is another
  static void check(Settings settings) {
    WORDS.forEach(
        (setting, words) ->
            settings
                .get(setting)
                .filter(word -> !words.contains(word))
                .ifPresent(
                    word -> {
                      throw new IllegalArgumentException(
                          "%s is one of %s, not \"%s\""
                              .formatted(setting, words, Settings.excerpt(word)));
                    }));
    settings
        .get(Setting.BATCH_BYTES)
        .filter(bytes -> !bytes.matches("[1-9]\\d{0,17}"))
        .ifPresent(
            bytes -> {
              throw new IllegalArgumentException(
                  "%s is a number of bytes from 1 on, not \"%s\""
                      .formatted(Setting.BATCH_BYTES, Settings.excerpt(bytes)));
            });
  }
}
