package io.cleave.plan;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/// Means and deviations that models were trained with, of values from 0 to 1, for
/// [Conversion#normalized].
@SuppressWarnings("ImmutableEnumChecker") // arrays that are not handed out
public enum Preset {
  /// ImageNet's, for red, green, blue: torchvision's models.
  IMAGENET(new double[] {0.485, 0.456, 0.406}, new double[] {0.229, 0.224, 0.225}),
  /// To -1..1, as the Inception models have it.
  INCEPTION(new double[] {0.5}, new double[] {0.5}),
  /// Another name for [#INCEPTION].
  HALF(new double[] {0.5}, new double[] {0.5});

  private final double[] mean;
  private final double[] std;

  Preset(double[] mean, double[] std) {
    this.mean = mean;
    this.std = std;
  }

  /// The preset of this name, in any case; empty if there is none.
  public static Optional<Preset> named(String name) {
    return Arrays.stream(values())
        .filter(preset -> preset.toString().equals(name.toLowerCase(Locale.ROOT)))
        .findFirst();
  }

  /// The value that usually becomes 1 before a mean is subtracted: 255 for u8, 65535 for u16, 1 for
  /// f32, f16 and bf16. Empty for other types.
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
    return mean.clone();
  }

  /// The deviations, as many as means.
  public double[] std() {
    return std.clone();
  }

  /// `imagenet`
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
