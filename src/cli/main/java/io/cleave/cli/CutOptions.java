package io.cleave.cli;

import static io.cleave.text.Checks.require;

import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.text.OneLine;
import io.cleave.text.Parsing;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.function.LongConsumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/// Options for the axis, how it is cut, and the conversion of the parts: a type, and at most one
/// rule. Values of a rule are decimals as they were written, since f32 and f64 round them once.
public class CutOptions {
  @Option(names = "--axis", required = true, description = "The axis to split; -1 is the last.")
  private Integer axis = 0;

  @ArgGroup(multiplicity = "1")
  private Way way = new Way();

  @Option(
      names = "--to",
      paramLabel = "TYPE",
      description =
          "Convert the values: to f32 f16 bf16 f64, or from floats to u8 i8 u16 i16. Numbers of the"
              + " rules below are one for all parts, or one for each that is written, in their"
              + " order.")
  private @Nullable ElementType to;

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

  /// The ways to cut an axis, of which exactly one is given.
  static final class Way {
    @Option(names = "--lengths", split = ",", description = "Lengths; one may be -1, the rest.")
    private long @Nullable [] lengths;

    @Option(names = "--equal", description = "This many parts of equal length.")
    private @Nullable Long equal;

    @Option(names = "--nearly-equal", description = "This many parts, the first ones 1 longer.")
    private @Nullable Long nearlyEqual;

    @Option(names = "--chunks-of", description = "Parts of this length, and one for the rest.")
    private @Nullable Long chunksOf;

    @Option(
        names = "--at",
        split = ",",
        description = "Cut before these positions; -1 is the last.")
    private long[] at = {};

    private Cut cut() {
      if (lengths != null) {
        return Cut.byLengths(lengths);
      }
      if (equal != null) {
        return Cut.intoEqualParts(equal);
      }
      if (nearlyEqual != null) {
        return Cut.nearlyEqual(nearlyEqual);
      }
      return chunksOf == null ? Cut.atIndices(at) : Cut.inChunksOf(chunksOf);
    }
  }

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

  /// The split of a tensor, without the conversion. Parts are counted before any is planned, since
  /// a plan takes memory for each.
  ///
  /// @param check refuses a number of parts
  /// @throws IllegalArgumentException if the cut does not fit the axis, or the check refuses
  public SplitPlan cut(Layout data, LongConsumer check) {
    Shape shape = data.shape();
    Cut cut = way.cut();
    if (axis >= -shape.rank() && axis < shape.rank()) {
      check.accept(cut.count(shape.extent(axis)));
    }
    return SplitPlan.of(data, axis, cut);
  }

  /// The plan with the conversion, if one is asked for: a type, and at most one rule.
  ///
  /// @throws IllegalArgumentException if its options do not go together, or do not fit the plan
  public SplitPlan converted(SplitPlan plan) {
    boolean isScaled = !(scale.isEmpty() && bias.isEmpty());
    boolean hasMoments = !(mean.isEmpty() && deviation.isEmpty());
    boolean isNormalized = preset != null || max != null || hasMoments;
    boolean isQuantized = !quantization.isEmpty();
    long rules = Stream.of(isScaled, isNormalized, isQuantized).filter(given -> given).count();
    require(
        to != null || rules == 0,
        "Missing required argument(s): --to=TYPE; add --to f32, or another type");
    require(
        rules <= 1,
        "--scale --bias and --normalize --mean --std --max and --dequantize are mutually exclusive;"
            + " leave out all but one of the three");
    require(
        preset == null || !hasMoments,
        "--normalize has a mean and a deviation of its own; leave it out, or --mean and --std");
    if (to == null) {
      return plan;
    }
    Conversion conversion = Conversion.to(to);
    if (isQuantized) {
      conversion =
          conversion.dequantized(
              numbers(quantization, 1, pair -> pair.scale.floatValue()),
              quantization.stream().mapToLong(Quantization::zero).toArray());
    } else if (isScaled) {
      conversion =
          conversion.scaled(
              numbers(scale, 1, BigDecimal::floatValue), numbers(bias, 0, BigDecimal::floatValue));
    } else if (isNormalized) {
      conversion = normalized(conversion);
    }
    return plan.converted(conversion);
  }

  private Conversion normalized(Conversion cast) {
    if (preset == Preset.IMAGENET) {
      return max == null ? cast.imagenet() : cast.imagenet(max.doubleValue());
    }
    double[] means = numbers(mean, preset == null ? 0 : 0.5, BigDecimal::doubleValue);
    double[] deviations = numbers(deviation, preset == null ? 1 : 0.5, BigDecimal::doubleValue);
    return max == null
        ? cast.normalized(means, deviations)
        : cast.normalized(means, deviations, max.doubleValue());
  }

  private static <T> double[] numbers(List<T> given, double usual, ToDoubleFunction<T> number) {
    return given.isEmpty() ? new double[] {usual} : given.stream().mapToDouble(number).toArray();
  }
}
