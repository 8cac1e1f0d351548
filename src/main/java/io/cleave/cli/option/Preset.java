package io.cleave.cli.option;

import io.cleave.file.tensor.Excerpt;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/// Means and deviations that models were trained with.
enum Preset {
  /// Those of the images of ImageNet, red, green, blue: torchvision's models.
  IMAGENET("0.485,0.456,0.406", "0.229,0.224,0.225"),
  /// To -1..1, as the Inception models have it.
  INCEPTION("0.5", "0.5"),
  /// The same by what it does.
  HALF("0.5", "0.5");

  private final String mean;
  private final String deviation;

  Preset(String mean, String deviation) {
    this.mean = mean;
    this.deviation = deviation;
  }

  static Preset parse(String name) {
    return Arrays.stream(values())
        .filter(preset -> preset.toString().equals(name.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "--normalize '%s' is not known; use one of %s, or --mean and --std"
                        .formatted(
                            Excerpt.of(name),
                            Arrays.stream(values())
                                .map(Preset::toString)
                                .collect(Collectors.joining(" ")))));
  }

  ValueList mean() {
    return ValueList.of(mean.split(","));
  }

  ValueList deviation() {
    return ValueList.of(deviation.split(","));
  }

  /// `imagenet`
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
