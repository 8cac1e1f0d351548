package io.cleave.plan;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/// Means and deviations that models were trained with, for [Conversion#normalized]. They are of
/// values from 0 to 1.
@SuppressWarnings("ImmutableEnumChecker") // lists that nobody can change
public enum Preset {
  /// Those of the images of ImageNet, red, green, blue: torchvision's models.
  IMAGENET(List.of(0.485, 0.456, 0.406), List.of(0.229, 0.224, 0.225)),
  /// To -1..1, as the Inception models have it.
  INCEPTION(List.of(0.5), List.of(0.5)),
  /// The same by what it does.
  HALF(List.of(0.5), List.of(0.5));

  private final List<Double> mean;
  private final List<Double> std;

  Preset(List<Double> mean, List<Double> std) {
    this.mean = mean;
    this.std = std;
  }

  /// The one of a name, in whatever case; empty if there is none.
  public static Optional<Preset> named(String name) {
    return Arrays.stream(values())
        .filter(preset -> preset.toString().equals(name.toLowerCase(Locale.ROOT)))
        .findFirst();
  }

  /// What usually becomes 1 before a mean is subtracted: 255 for u8, 65535 for u16, 1 for f32, f16
  /// and bf16; empty for other types, where nothing is usual.
  public static OptionalDouble max(ElementType source) {
    return switch (source) {
      case U8 -> OptionalDouble.of(0xFF);
      case U16 -> OptionalDouble.of(0xFFFF);
      case F32, F16, BF16 -> OptionalDouble.of(1);
      default -> OptionalDouble.empty();
    };
  }

  /// The means, one for all parts or one for each.
  public double[] mean() {
    return doubles(mean);
  }

  /// The deviations, as many.
  public double[] std() {
    return doubles(std);
  }

  private static double[] doubles(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /// `imagenet`
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
