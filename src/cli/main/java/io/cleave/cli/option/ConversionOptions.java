package io.cleave.cli.option;

import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.SplitPlan;
import io.cleave.text.OneLine;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Options for the conversion of values: a type, and at most one rule.
///
/// Values are decimals as they were written, since f32 and f64 round them once.
public final class ConversionOptions {
  /// Possessive, since a pattern that gives digits back takes time that is quadratic in them.
  private static final Pattern SCALE =
      Pattern.compile("[-+]?(\\d++(\\.\\d*+)?|\\.\\d++)([eE][-+]?\\d{1,9})?(:-?\\d{1,18})?");

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

  @Option(
      names = "--to",
      paramLabel = "TYPE",
      description = {
        "Convert the values: to f32 f16 bf16 f64, or from floats to u8 i8 u16 i16. Numbers of the"
            + " rules below are one for all parts, or one for each that is written, in their"
            + " order."
      })
  private @Nullable ElementType to;

  @Option(names = "--scale", paramLabel = "A", split = ",", description = "Multiply by these.")
  private BigDecimal @Nullable [] scale;

  @Option(
      names = "--bias",
      paramLabel = "A",
      split = ",",
      description = "Add these, after --scale.")
  private BigDecimal @Nullable [] bias;

  @Option(
      names = "--mean",
      paramLabel = "A",
      split = ",",
      description = "Subtract these from values of 0 to 1, see --max.")
  private BigDecimal @Nullable [] mean;

  @Option(
      names = "--std",
      paramLabel = "A",
      split = ",",
      description = "Divide by these, after --mean.")
  private BigDecimal @Nullable [] deviation;

  @Option(
      names = "--max",
      paramLabel = "M",
      split = ",",
      description = {
        "The value that becomes 1 before the mean is subtracted (default: 255 for u8, 65535 for"
            + " u16, 1 for f32 f16 bf16)."
      })
  private BigDecimal @Nullable [] max;

  @Option(
      names = "--normalize",
      paramLabel = "NAME",
      description = {
        "--mean and --std by name: imagenet (of red, green, blue), inception or half (0.5 and"
            + " 0.5)."
      })
  private @Nullable Preset preset;

  @Option(
      names = "--dequantize",
      paramLabel = "S[:Z]",
      split = ",",
      description = "Subtract the zero point Z from integers, and multiply by the scale S.")
  private String @Nullable [] quantisation;

  /// Checks that the options go together.
  ///
  /// @throws IllegalArgumentException if they do not; the message says what to do
  public void check() {
    List<String> rules = new ArrayList<>();
    addGiven(rules, "--scale", scale, "--bias", bias);
    addGiven(rules, "--mean", mean, "--std", deviation, "--max", max, "--normalize", preset);
    addGiven(rules, "--dequantize", quantisation);
    if (to == null && !rules.isEmpty()) {
      throw new IllegalArgumentException(
          "%s needs the type that the values become; add --to f32".formatted(rules.getFirst()));
    }
    if (rules.size() > 1) {
      throw new IllegalArgumentException(
          "%s and %s are two rules, and a conversion has one; leave out the one or the other"
              .formatted(rules.get(0), rules.get(1)));
    }
    if (preset != null && (mean != null || deviation != null)) {
      throw new IllegalArgumentException(
          "--normalize has a mean and a deviation of its own; leave it out, or %s"
              .formatted(mean != null ? "--mean" : "--std"));
    }
    if (max != null && max.length > 1) {
      throw new IllegalArgumentException("--max is one number for all parts; give the largest");
    }
    for (String pair : quantisation == null ? new String[0] : quantisation) {
      if (!SCALE.matcher(pair).matches()) {
        throw new IllegalArgumentException(
            "--dequantize \"%s\" is not a list such as 0.02:128,0.1"
                .formatted(OneLine.excerpt(pair)));
      }
    }
    if (to != null) {
      Conversion.to(to);
    }
  }

  /// Adds the first one of the options of a rule that is given.
  ///
  /// @param options names, each followed by its value
  private static void addGiven(List<String> rules, @Nullable Object... options) {
    for (int i = 0; i < options.length; i += 2) {
      if (options[i + 1] != null) {
        rules.add(String.valueOf(options[i]));
        return;
      }
    }
  }

  /// True if values are converted.
  public boolean areGiven() {
    return to != null;
  }

  /// The plan with the conversion, if there is one.
  ///
  /// @throws IllegalArgumentException if it cannot be converted so
  public SplitPlan applied(SplitPlan plan) {
    return to == null ? plan : plan.converted(rule(Conversion.to(to), plan.data().type()));
  }

  private Conversion rule(Conversion cast, ElementType source) {
    if (quantisation != null) {
      String[][] pairs =
          Arrays.stream(quantisation).map(pair -> pair.split(":", 2)).toArray(String[][]::new);
      return cast.dequantized(
          Arrays.stream(pairs).mapToDouble(pair -> Float.parseFloat(pair[0])).toArray(),
          Arrays.stream(pairs)
              .mapToLong(pair -> pair.length == 1 ? 0 : Long.parseLong(pair[1]))
              .toArray());
    }
    if (preset == Preset.IMAGENET) {
      return cast.imagenet(max(source));
    }
    if (preset != null) {
      return cast.normalized(new double[] {0.5}, new double[] {0.5}, max(source));
    }
    if (mean != null || deviation != null || max != null) {
      return cast.normalized(doubles(mean, 0), doubles(deviation, 1), max(source));
    }
    return scale == null && bias == null ? cast : cast.scaled(floats(scale, 1), floats(bias, 0));
  }

  private static double[] doubles(BigDecimal @Nullable [] given, double usual) {
    return given == null
        ? new double[] {usual}
        : Arrays.stream(given).mapToDouble(BigDecimal::doubleValue).toArray();
  }

  private static double[] floats(BigDecimal @Nullable [] given, double usual) {
    return given == null
        ? new double[] {usual}
        : Arrays.stream(given).mapToDouble(BigDecimal::floatValue).toArray();
  }

  private double max(ElementType source) {
    if (max != null) {
      return max[0].doubleValue();
    }
    return Conversion.usualMax(source)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the value of %s that becomes 1 before the mean is subtracted is not known; add --max"
                        .formatted(source)));
  }
}
