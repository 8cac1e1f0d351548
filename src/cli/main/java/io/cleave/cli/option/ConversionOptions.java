package io.cleave.cli.option;

import static io.cleave.file.format.Checks.require;

import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.text.OneLine;
import io.cleave.text.Parsing;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Options for the conversion of values, as a group: a type, and at most one rule.
///
/// Values are decimals as they were written, since f32 and f64 round them once.
public final class ConversionOptions {
  /// Means and deviations that have names, of values from 0 to 1.
  enum Preset {
    IMAGENET,
    /// To -1..1, as the Inception models have it.
    INCEPTION,
    /// Another name for [#INCEPTION].
    HALF;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// Values that become floats with a zero point and a scale.
  ///
  /// @param zero the zero point
  record Quantization(BigDecimal scale, long zero) {
    /// Reads `0.02:128`, or `0.02` where the zero point is 0.
    ///
    /// @throws IllegalArgumentException if the text is anything else
    static Quantization parse(String text) {
      String[] both = text.split(":", 2);
      try {
        long zero = both.length == 1 ? 0 : Parsing.number(both[1]).orElseThrow();
        return new Quantization(new BigDecimal(both[0].strip()), zero);
      } catch (NumberFormatException | NoSuchElementException _) {
        throw new IllegalArgumentException(
            "\"%s\" is not a list such as 0.02:128,0.1".formatted(OneLine.excerpt(text)));
      }
    }
  }

  @Option(
      names = "--to",
      paramLabel = "TYPE",
      required = true,
      description =
          "Convert the values: to f32 f16 bf16 f64, or from floats to u8 i8 u16 i16. Numbers of the"
              + " rules below are one for all parts, or one for each that is written, in their"
              + " order.")
  private ElementType to = ElementType.F32;

  @Option(names = "--scale", split = ",", description = "Multiply by these.")
  private List<BigDecimal> scale = List.of();

  @Option(names = "--bias", split = ",", description = "Add these, after --scale.")
  private List<BigDecimal> bias = List.of();

  @Option(
      names = "--normalize",
      description =
          "--mean and --std by name: imagenet (of red, green, blue), inception or half (0.5 and"
              + " 0.5).")
  private @Nullable Preset preset;

  @Option(names = "--mean", split = ",", description = "Subtract these from values of 0 to 1.")
  private List<BigDecimal> mean = List.of();

  @Option(names = "--std", split = ",", description = "Divide by these, after --mean.")
  private List<BigDecimal> deviation = List.of();

  @Option(
      names = "--max",
      description =
          "The value that becomes 1 before the mean is subtracted (default: 255 for u8, 65535 for"
              + " u16, 1 for f32 f16 bf16).")
  private @Nullable BigDecimal max;

  @Option(
      names = "--dequantize",
      paramLabel = "S[:Z]",
      split = ",",
      description = "Subtract the zero point Z from integers, multiply by the scale S.")
  private List<Quantization> quantization = List.of();

  /// The conversion.
  ///
  /// @throws IllegalArgumentException if nothing is converted to the type, or options do not go
  ///   together
  public Conversion conversion() {
    Conversion cast = Conversion.to(to);
    boolean isScaled = !(scale.isEmpty() && bias.isEmpty());
    boolean hasMoments = !(mean.isEmpty() && deviation.isEmpty());
    boolean isNormalized = preset != null || max != null || hasMoments;
    require(
        !isScaled || (!isNormalized && quantization.isEmpty()),
        "--scale --bias and other rules are mutually exclusive; leave out the one or the other");
    require(
        !isNormalized || quantization.isEmpty(),
        "--dequantize and --normalize --mean --std --max are mutually exclusive; leave out the one"
            + " or the other");
    require(
        preset == null || !hasMoments,
        "--normalize has a mean and a deviation of its own; leave it out, or --mean and --std");
    if (!quantization.isEmpty()) {
      return cast.dequantized(
          numbers(quantization, 1, pair -> pair.scale.floatValue()),
          quantization.stream().mapToLong(Quantization::zero).toArray());
    }
    if (isScaled) {
      return cast.scaled(
          numbers(scale, 1, BigDecimal::floatValue), numbers(bias, 0, BigDecimal::floatValue));
    }
    if (preset == Preset.IMAGENET) {
      return max == null ? cast.imagenet() : cast.imagenet(max.doubleValue());
    }
    double half = 0.5;
    double[] means = numbers(mean, preset == null ? 0 : half, BigDecimal::doubleValue);
    double[] deviations = numbers(deviation, preset == null ? 1 : half, BigDecimal::doubleValue);
    if (max != null) {
      return cast.normalized(means, deviations, max.doubleValue());
    }
    return isNormalized ? cast.normalized(means, deviations) : cast;
  }

  private static <T> double[] numbers(List<T> given, double usual, ToDoubleFunction<T> number) {
    return given.isEmpty() ? new double[] {usual} : given.stream().mapToDouble(number).toArray();
  }
}
