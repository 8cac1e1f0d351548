package io.cleave.spark;

import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.SplitPlan;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// Reads from the settings how values are converted: to a type, and by at most one rule.
final class Conversions {
  private static final List<Setting> AFFINE = List.of(Setting.SCALE, Setting.BIAS);
  private static final List<Setting> NORMAL =
      List.of(Setting.MEAN, Setting.STD, Setting.MAX, Setting.NORMALIZE);
  private static final List<Setting> QUANTIZED = List.of(Setting.DEQUANTIZE);

  private Conversions() {}

  /// The plan with the conversion, if one is set.
  ///
  /// @throws IllegalArgumentException if the settings do not fit each other or the plan
  static SplitPlan applied(Settings settings, SplitPlan plan) {
    check(settings);
    return settings
        .text(Setting.TO)
        .map(to -> conversion(settings, Conversion.to(ElementType.parse(to))))
        .map(plan::converted)
        .orElse(plan);
  }

  /// Checks what holds for every tensor.
  ///
  /// @throws IllegalArgumentException if the settings do not fit each other
  static void check(Settings settings) {
    List<Setting> rules =
        Stream.of(AFFINE, NORMAL, QUANTIZED)
            .flatMap(rule -> rule.stream().filter(settings::has).limit(1))
            .toList();
    if (!rules.isEmpty() && !settings.has(Setting.TO)) {
      throw new IllegalArgumentException(
          "%s needs the type that the values become; add .to(\"f32\")".formatted(rules.getFirst()));
    }
    if (rules.size() > 1) {
      throw new IllegalArgumentException(
          "%s and %s are two rules, and a conversion has one; leave out one of them"
              .formatted(rules.get(0), rules.get(1)));
    }
    settings.text(Setting.TO).map(ElementType::parse).ifPresent(Conversion::to);
  }

  private static Conversion conversion(Settings settings, Conversion cast) {
    if (settings.has(Setting.DEQUANTIZE)) {
      return dequantized(settings.text(Setting.DEQUANTIZE).orElse("").split(",", -1), cast);
    }
    if (NORMAL.stream().anyMatch(settings::has)) {
      return normalized(settings, cast);
    }
    return settings.has(Setting.SCALE) || settings.has(Setting.BIAS)
        ? cast.scaled(numbers(settings, Setting.SCALE, 1), numbers(settings, Setting.BIAS, 0))
        : cast;
  }

  private static double[] numbers(Settings settings, Setting setting, double usual) {
    return settings.numbers(setting).orElse(new double[] {usual});
  }

  private static Conversion normalized(Settings settings, Conversion cast) {
    Optional<double[]> max = settings.numbers(Setting.MAX);
    if (!settings.has(Setting.NORMALIZE)) {
      double[] mean = numbers(settings, Setting.MEAN, 0);
      return normalized(cast, mean, numbers(settings, Setting.STD, 1), max);
    }
    if (settings.has(Setting.MEAN) || settings.has(Setting.STD)) {
      throw new IllegalArgumentException(
          "normalize has its own mean and deviation; leave it out, or mean and std");
    }
    String name = settings.text(Setting.NORMALIZE).orElse("");
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "imagenet" -> max.isPresent() ? cast.imagenet(max.get()[0]) : cast.imagenet();
      case "inception", "half" -> normalized(cast, new double[] {0.5}, new double[] {0.5}, max);
      default ->
          throw new IllegalArgumentException(
              "normalize \"%s\" is not known; use imagenet, inception or half, or mean and std"
                  .formatted(Settings.quote(name)));
    };
  }

  private static Conversion normalized(
      Conversion cast, double[] mean, double[] std, Optional<double[]> max) {
    return max.isPresent() ? cast.normalized(mean, std, max.get()[0]) : cast.normalized(mean, std);
  }

  private static Conversion dequantized(String[] pairs, Conversion cast) {
    double[] scales = new double[pairs.length];
    long[] zeroPoints = new long[pairs.length];
    for (int i = 0; i < pairs.length; i++) {
      String[] pair = pairs[i].split(":", 2);
      try {
        scales[i] = Float.parseFloat(pair[0].strip());
        zeroPoints[i] = pair.length > 1 ? Long.parseLong(pair[1].strip()) : 0;
      } catch (NumberFormatException _) {
        throw new IllegalArgumentException(
            "\"%s\" is no scale and zero point, such as 0.02:128"
                .formatted(Settings.quote(pairs[i])));
      }
    }
    return cast.dequantized(scales, zeroPoints);
  }
}
