package io.cleave.cli.option;

import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.SplitPlan;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options that say what becomes of the values: a type, and at most one rule.
public final class ConversionOptions {
  @Option(
      names = "--to",
      paramLabel = "TYPE",
      description = {
        "Convert the values on their way: to f32 f16 bf16 f64, or from floats to u8 i8 u16 i16."
            + " Numbers of the rules below are one for all parts, or one for each that is written,"
            + " in the order in which they are."
      })
  private @Nullable ElementType to;

  @Option(names = "--scale", paramLabel = "A,...", description = "Multiply by these.")
  private @Nullable ValueList scale;

  @Option(names = "--bias", paramLabel = "A,...", description = "Add these, after --scale.")
  private @Nullable ValueList bias;

  @Option(
      names = "--mean",
      paramLabel = "A,...",
      description = "Subtract these from values of 0 to 1, see --max.")
  private @Nullable ValueList mean;

  @Option(names = "--std", paramLabel = "A,...", description = "Divide by these, after --mean.")
  private @Nullable ValueList deviation;

  @Option(
      names = "--max",
      paramLabel = "M",
      description = {
        "What becomes 1 before the mean is subtracted (default: 255 for u8, 65535 for u16, 1 for"
            + " f32 f16 bf16)."
      })
  private @Nullable ValueList max;

  @Option(
      names = "--normalize",
      paramLabel = "NAME",
      description = {
        "--mean and --std by name: imagenet (of red, green, blue), inception or half (0.5 and"
            + " 0.5)."
      })
  private @Nullable Normalization preset;

  @Option(
      names = "--dequantize",
      paramLabel = "S[:Z],...",
      description = "Subtract the zero point Z from integers, and multiply by the scale S.")
  private @Nullable String quantisation;

  /// Refuses options that do not go together.
  ///
  /// @throws IllegalArgumentException if some do not; the message says what to do
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
    if (max != null && max.texts().size() > 1) {
      throw new IllegalArgumentException("--max is one number for all parts; give the largest");
    }
    if (quantisation != null) {
      ValueList.parseScales(quantisation);
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

  /// Whether values are converted.
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
      ValueList all = ValueList.parseScales(quantisation);
      return cast.dequantized(all.scales().floats(), all.zeroPoints());
    }
    if (preset != null) {
      return preset.applied(cast, max(source));
    }
    if (mean != null || deviation != null || max != null) {
      return cast.normalized(
          orElse(mean, "0").doubles(), orElse(deviation, "1").doubles(), max(source));
    }
    return scale == null && bias == null
        ? cast
        : cast.scaled(orElse(scale, "1").floats(), orElse(bias, "0").floats());
  }

  private static ValueList orElse(@Nullable ValueList given, String usual) {
    return given == null ? ValueList.parse(usual) : given;
  }

  private double max(ElementType source) {
    if (max != null) {
      return max.doubles()[0];
    }
    return Conversion.usualMax(source)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "what of %s becomes 1 before the mean is subtracted is not known; add --max"
                        .formatted(source)));
  }
}
