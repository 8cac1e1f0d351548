package io.cleave.spark.column;

import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.Preset;
import io.cleave.plan.SplitPlan;
import io.cleave.spark.Setting;
import io.cleave.spark.Settings;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/// What becomes of the values, as the settings say: a type, and at most one rule.
final class Rules {
  private static final List<Setting> AFFINE = List.of(Setting.SCALE, Setting.BIAS);
  private static final List<Setting> NORMAL =
      List.of(Setting.MEAN, Setting.STD, Setting.MAX, Setting.NORMALIZE);
  private static final List<Setting> QUANTISED = List.of(Setting.DEQUANTIZE);

  private Rules() {}

  /// The plan with the conversion, if there is one.
  ///
  /// @throws IllegalArgumentException if settings do not go together or with the plan
  static SplitPlan applied(Settings settings, SplitPlan plan) {
    List<Setting> rules = check(settings);
    if (!settings.has(Setting.TO)) {
      return plan;
    }
    Conversion cast = Conversion.to(ElementType.parse(settings.get(Setting.TO, "")));
    return plan.converted(rules.isEmpty() ? cast : rule(settings, rules.getFirst(), cast, plan));
  }

  /// The rules that are said: one or none.
  ///
  /// @throws IllegalArgumentException if settings do not go together
  static List<Setting> check(Settings settings) {
    List<Setting> rules =
        Stream.of(AFFINE, NORMAL, QUANTISED)
            .flatMap(rule -> rule.stream().filter(settings::has).limit(1))
            .toList();
    if (!rules.isEmpty() && !settings.has(Setting.TO)) {
      throw new IllegalArgumentException(
          "%s needs the type that the values become; add .to(\"f32\")".formatted(rules.getFirst()));
    }
    if (rules.size() > 1) {
      throw new IllegalArgumentException(
          "%s and %s are two rules, and a conversion has one; leave out the one or the other"
              .formatted(rules.get(0), rules.get(1)));
    }
    settings.get(Setting.TO).map(ElementType::parse).ifPresent(Conversion::to);
    return rules;
  }

  private static Conversion rule(
      Settings settings, Setting first, Conversion cast, SplitPlan plan) {
    if (QUANTISED.contains(first)) {
      return dequantized(settings.list(Setting.DEQUANTIZE), cast);
    }
    if (NORMAL.contains(first)) {
      return normalized(settings, cast, plan.type());
    }
    Conversion scaled =
        settings.has(Setting.SCALE) ? cast.scale(floats(settings.list(Setting.SCALE))) : cast;
    return settings.has(Setting.BIAS) ? scaled.bias(floats(settings.list(Setting.BIAS))) : scaled;
  }

  private static Conversion dequantized(List<String> scales, Conversion cast) {
    List<String[]> pairs = scales.stream().map(text -> text.split(":", 2)).toList();
    return cast.dequantized(
        floats(pairs.stream().map(pair -> pair[0]).toList()),
        pairs.stream().mapToLong(pair -> pair.length > 1 ? Cut.number(pair[1]) : 0).toArray());
  }

  private static Conversion normalized(Settings settings, Conversion cast, ElementType source) {
    if (settings.has(Setting.NORMALIZE)
        && (settings.has(Setting.MEAN) || settings.has(Setting.STD))) {
      throw new IllegalArgumentException(
          "normalize has a mean and a deviation of its own; leave it out, or mean and std");
    }
    double max = settings.get(Setting.MAX).map(Rules::number).orElseGet(() -> most(source));
    if (settings.has(Setting.NORMALIZE)) {
      Preset preset = preset(settings.get(Setting.NORMALIZE, ""));
      return cast.normalized(preset.mean(), preset.std(), max);
    }
    List<String> mean = List.of(settings.get(Setting.MEAN, "0").split(","));
    List<String> deviation = List.of(settings.get(Setting.STD, "1").split(","));
    return cast.normalized(doubles(mean), doubles(deviation), max);
  }

  private static Preset preset(String name) {
    return Preset.named(name)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "normalize \"%s\" is not known; use imagenet, inception or half, or mean and std"
                        .formatted(Settings.excerpt(name))));
  }

  private static double most(ElementType source) {
    return Preset.max(source)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "a mean is subtracted from values of 0 to 1, and what of %s becomes 1 is not known; add .max(...)"
                        .formatted(source)));
  }

  private static float[] floats(List<String> texts) {
    float[] values = new float[texts.size()];
    for (int i = 0; i < values.length; i++) {
      number(texts.get(i));
      values[i] = Float.parseFloat(texts.get(i).strip());
    }
    return values;
  }

  private static double[] doubles(List<String> texts) {
    return texts.stream().mapToDouble(Rules::number).toArray();
  }

  private static double number(String text) {
    try {
      return Double.parseDouble(Objects.requireNonNull(text).strip());
    } catch (NumberFormatException _) {
      throw new IllegalArgumentException("\"%s\" is no number".formatted(Settings.excerpt(text)));
    }
  }
}
