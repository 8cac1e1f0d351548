package io.cleave.plan;

import static io.cleave.plan.ElementType.BF16;
import static io.cleave.plan.ElementType.F16;
import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.F64;
import static io.cleave.plan.ElementType.I16;
import static io.cleave.plan.ElementType.I64;
import static io.cleave.plan.ElementType.I8;
import static io.cleave.plan.ElementType.STRING;
import static io.cleave.plan.ElementType.U1;
import static io.cleave.plan.ElementType.U16;
import static io.cleave.plan.ElementType.U2;
import static io.cleave.plan.ElementType.U3;
import static io.cleave.plan.ElementType.U32;
import static io.cleave.plan.ElementType.U4;
import static io.cleave.plan.ElementType.U6;
import static io.cleave.plan.ElementType.U64;
import static io.cleave.plan.ElementType.U8;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/// Conversion of the values of a split: a target type, and at most one rule, whose values are one
/// for all parts or one for each, in the order of the plan's parts. A plan takes it by
/// [SplitPlan#converted].
///
/// One definition, on every device bit for bit:
///
/// 1. The element is read as the number it stands for. `boolean` is 0 for a byte of 0 and else 1.
///    Integers that a rule other than [#dequantized] meets become f32, rounded to nearest even,
///    which only changes those of more than 24 bits. All other types are exact in f32.
/// 2. The rule: nothing for a cast; `fma(x, scale, bias)`, rounded once; or `(float) (q -
///    zeroPoint) * scale`, of which the difference is exact.
/// 3. The result becomes the target type: f16 and bf16 rounded to nearest even, subnormal numbers
///    kept, what is too large infinite; u8, i8, u16 and i16 rounded to nearest even, then clamped
///    to the type's range, NaN becoming 0. A cast to f64 is exact, also of u32 and i32.
/// 4. A NaN becomes the target's canonical one: `0x7FC00000`, `0x7E00` in f16, `0x7FC0` in bf16,
///    `0x7FF8000000000000` in f64.
///
/// An example: `u8` 200 under `to(F16).scaled(1 / 255.0, -0.5)` is `fma(200, 0.003921569, -0.5)`,
/// in f32 0.28431377, and in f16 `0x348D`, 0.28442383.
///
/// From `boolean u1 u2 u3 u4 u6 u8 u16 u32 i4 i8 i16 i32 nf4 f4e2m1 f8e4m3 f8e5m2 f8e8m0 f16 bf16
/// f32` to `f32 f16 bf16`, and by a cast to `f64`; from `f32 f16 bf16` also to `u8 i8 u16 i16`.
///
/// An immutable value.
public final class Conversion implements Serializable {
  private static final long serialVersionUID = 1;

  private static final Set<ElementType> FLOATS = EnumSet.of(F32, F16, BF16);
  private static final Set<ElementType> FLOAT_TARGETS = EnumSet.of(F32, F16, BF16, F64);
  private static final Set<ElementType> INTEGER_TARGETS = EnumSet.of(U8, I8, U16, I16);
  private static final Set<ElementType> NO_SOURCES = EnumSet.of(F64, I64, U64, STRING);
  private static final Set<ElementType> UNSIGNED = EnumSet.of(U1, U2, U3, U4, U6, U8, U16, U32);

  private static final double[] IMAGENET_MEAN = {0.485, 0.456, 0.406};
  private static final double[] IMAGENET_STD = {0.229, 0.224, 0.225};

  private enum Kind {
    CAST,
    AFFINE,
    /// A bias, and deviations in place of scales until the source type tells which value becomes 1.
    NORMALIZED,
    DEQUANTIZED
  }

  private final ElementType target;
  private final Kind kind;

  /// One for all parts, or one for each; none for a cast.
  private final double[] scales;

  /// Biases or zero points: one for all parts, or one for each; none for a cast.
  private final double[] offsets;

  private Conversion(ElementType target, Kind kind, double[] scales, double[] offsets) {
    this.target = target;
    this.kind = kind;
    this.scales = scales;
    this.offsets = offsets;
  }

  /// A cast to this type.
  ///
  /// @throws IllegalArgumentException if nothing can be converted to it
  public static Conversion to(ElementType target) {
    if (!FLOAT_TARGETS.contains(target) && !INTEGER_TARGETS.contains(target)) {
      throw new IllegalArgumentException(
          "nothing is converted to %s; use one of %s, %s"
              .formatted(target, names(FLOAT_TARGETS), names(INTEGER_TARGETS)));
    }
    return new Conversion(target, Kind.CAST, new double[0], new double[0]);
  }

  /// Copy with the rule `fma((float) x, scale, bias)` for all parts.
  ///
  /// @throws IllegalArgumentException if one is not finite in f32, or this has a rule already
  public Conversion scaled(double scale, double bias) {
    return scaled(new double[] {scale}, new double[] {bias});
  }

  /// Copy with the rule `fma((float) x, scale, bias)`.
  ///
  /// @param scale one for all parts, or one for each, rounded to f32
  /// @param bias one for all parts, or one for each, rounded to f32
  /// @throws IllegalArgumentException if one is not finite in f32, the counts do not fit, or this
  ///   has a rule already
  public Conversion scaled(double[] scale, double[] bias) {
    return with("scaled", Kind.AFFINE, finite("scale", scale), finite("bias", bias));
  }

  /// Copy with a rule that takes values from `0..max` to `0..1`, subtracts a mean and divides by a
  /// deviation: `(x / max - mean) / std`. Max is 255 for u8, 65535 for u16, and 1 for f32, f16 and
  /// bf16; a plan of another type refuses the conversion.
  ///
  /// @param mean one for all parts, or one for each
  /// @param std as many, or one; none of them 0
  /// @throws IllegalArgumentException if a scale or bias would not be finite, the counts do not
  ///   fit, or this has a rule already
  public Conversion normalized(double[] mean, double[] std) {
    normalized(mean, std, 1);
    return with("normalized", Kind.NORMALIZED, std.clone(), biases(mean, std));
  }

  /// Copy with a rule that takes values from `0..max` to `0..1`, subtracts a mean and divides by a
  /// deviation: `(x / max - mean) / std`.
  ///
  /// It is a scale and a bias, each calculated in double precision and rounded once: `scale =
  /// (float) (1 / (max * std))`, `bias = (float) (-mean / std)`.
  ///
  /// @param mean one for all parts, or one for each
  /// @param std as many, or one; none of them 0
  /// @param max the value that becomes 1 before the mean is subtracted, such as 255
  /// @throws IllegalArgumentException if a scale or bias would not be finite, the counts do not
  ///   fit, or this has a rule already
  public Conversion normalized(double[] mean, double[] std, double max) {
    requireSome("a mean", mean.length);
    requireSome("a deviation", std.length);
    if (mean.length != std.length && mean.length != 1 && std.length != 1) {
      throw new IllegalArgumentException(
          "means and deviations come in pairs; there are %s and %s"
              .formatted(mean.length, std.length));
    }
    return with("normalized", Kind.AFFINE, scales(std, max), biases(mean, std));
  }

  private static double[] scales(double[] std, double max) {
    return finite(
        "the scale of mean and deviation",
        Arrays.stream(std).map(deviation -> 1 / (max * deviation)).toArray());
  }

  private static double[] biases(double[] mean, double[] std) {
    double[] biases = new double[Math.max(mean.length, std.length)];
    Arrays.setAll(
        biases, i -> -mean[Math.min(i, mean.length - 1)] / std[Math.min(i, std.length - 1)]);
    return finite("the bias of mean and deviation", biases);
  }

  /// Copy that is [#normalized] with the means and deviations of ImageNet, as torchvision's models
  /// have them, for the parts red, green and blue.
  ///
  /// @throws IllegalArgumentException if this has a rule already
  public Conversion imagenet() {
    return normalized(IMAGENET_MEAN, IMAGENET_STD);
  }

  /// The same where `max` becomes 1 before the mean is subtracted.
  ///
  /// @throws IllegalArgumentException if a scale would not be finite, or this has a rule already
  public Conversion imagenet(double max) {
    return normalized(IMAGENET_MEAN, IMAGENET_STD, max);
  }

  /// Copy with a rule that undoes a quantisation: `(float) (q - zeroPoint) * scale`.
  ///
  /// @param scale one for all parts, or one for each, rounded to f32
  /// @param zeroPoint values of the source type, an integer: one for all parts, or one for each;
  ///   none means 0
  /// @throws IllegalArgumentException if a scale is not finite in f32, the counts do not fit, or
  ///   this has a rule already
  public Conversion dequantized(double[] scale, long... zeroPoint) {
    double[] zeros = Arrays.stream(zeroPoint).asDoubleStream().toArray();
    return with(
        "dequantized",
        Kind.DEQUANTIZED,
        finite("scale", scale),
        zeros.length == 0 ? new double[1] : zeros);
  }

  /// A copy with these values, of which there are as many, or one.
  private Conversion with(String what, Kind rule, double[] scale, double[] offset) {
    if (kind != Kind.CAST) {
      throw new IllegalArgumentException(
          "a conversion has one rule; this one has %s already, so begin with Conversion.to(%s) for %s"
              .formatted(describe(), target, what));
    }
    if (scale.length != offset.length && scale.length != 1 && offset.length != 1) {
      throw new IllegalArgumentException(
          "a conversion has one value for all parts or one for each; this one has %s and %s"
              .formatted(scale.length, offset.length));
    }
    return new Conversion(target, rule, scale, offset);
  }

  private static double[] finite(String what, double[] values) {
    requireSome(what, values.length);
    double[] rounded = Arrays.stream(values).map(value -> (float) value).toArray();
    for (double value : rounded) {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException("%s must be finite; %s is not".formatted(what, value));
      }
    }
    return rounded;
  }

  private static void requireSome(String what, int count) {
    if (count == 0) {
      throw new IllegalArgumentException(
          "%s needs a value for all parts, or one for each".formatted(what));
    }
  }

  private static String names(Collection<ElementType> types) {
    return types.stream().map(ElementType::toString).collect(Collectors.joining(", "));
  }

  /// The element type of the results.
  public ElementType target() {
    return target;
  }

  /// The rule for one part, for splitters.
  ///
  /// @param part its index among the parts of the plan, or among the slices of a stack
  /// @throws IndexOutOfBoundsException if there is a rule for each part and none for this one
  /// @throws IllegalStateException if only a plan knows which value becomes 1; take the conversion
  ///   from there
  public Rule rule(int part) {
    return switch (kind) {
      case CAST -> new Rule.Cast();
      case AFFINE -> new Rule.Affine(scale(part), (float) offset(part));
      case DEQUANTIZED -> new Rule.Dequantized(scale(part), (long) offset(part));
      case NORMALIZED ->
          throw new IllegalStateException("the scale is not known yet; ask the plan's conversion");
    };
  }

  private float scale(int part) {
    return (float) scales[scales.length == 1 ? 0 : part];
  }

  private double offset(int part) {
    return offsets[offsets.length == 1 ? 0 : part];
  }

  /// The conversion for a plan that has some of the parts alone, as a piece of the data does.
  ///
  /// @param parts their indices among the parts of the plan
  /// @throws IndexOutOfBoundsException if there is no such part
  public Conversion ofParts(int... parts) {
    return new Conversion(target, kind, some(scales, parts), some(offsets, parts));
  }

  private static double[] some(double[] values, int... parts) {
    return values.length <= 1 || parts.length == 0
        ? values
        : Arrays.stream(parts).mapToDouble(part -> values[part]).toArray();
  }

  private int count() {
    return Math.max(scales.length, offsets.length);
  }

  /// The conversion of data of this type, with all scales known.
  ///
  /// @throws IllegalArgumentException if a plan of these parts cannot be converted so
  Conversion checked(ElementType source, int parts) {
    if (NO_SOURCES.contains(source)) {
      throw new IllegalArgumentException(
          "%s is not converted; split it without a conversion".formatted(source));
    }
    if (INTEGER_TARGETS.contains(target) && !FLOATS.contains(source)) {
      throw new IllegalArgumentException(
          "only %s are converted to %s, not %s; use one of %s"
              .formatted(names(FLOATS), target, source, names(FLOAT_TARGETS)));
    }
    if (count() > 1 && count() != parts) {
      throw new IllegalArgumentException(
          "a conversion has one value for all parts or one for each; this one has %s, the plan has %s parts"
              .formatted(count(), parts));
    }
    if (target == F64 && kind != Kind.CAST) {
      throw new IllegalArgumentException(
          "only a cast goes to f64, where it is exact; rules are calculated in f32, so use f32");
    }
    if (kind == Kind.DEQUANTIZED) {
      checkZeroPoints(source);
    }
    return kind == Kind.NORMALIZED
        ? new Conversion(target, Kind.AFFINE, scales(scales, most(source)), offsets)
        : this;
  }

  /// The value that becomes 1 before a mean is subtracted, unless another one is given.
  private static double most(ElementType source) {
    return switch (source) {
      case U8 -> 0xFF;
      case U16 -> 0xFFFF;
      case F32, F16, BF16 -> 1;
      default ->
          throw new IllegalArgumentException(
              "a mean is subtracted from values of 0 to 1, and what of %s becomes 1 is not known; give it as max"
                  .formatted(source));
    };
  }

  private void checkZeroPoints(ElementType source) {
    if (!source.isSigned() && !UNSIGNED.contains(source)) {
      throw new IllegalArgumentException(
          "integers are dequantized, not %s; use a scale".formatted(source));
    }
    long least = source.isSigned() ? -1L << (source.bits() - 1) : 0;
    long most = least + (1L << source.bits()) - 1;
    for (double zero : offsets) {
      if (zero < least || zero > most) {
        throw new IllegalArgumentException(
            "a zero point of %s is in %s..%s, not %s".formatted(source, least, most, (long) zero));
      }
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Conversion that
        && target == that.target
        && kind == that.kind
        && Arrays.equals(scales, that.scales)
        && Arrays.equals(offsets, that.offsets);
  }

  @Override
  public int hashCode() {
    return Objects.hash(target, kind, Arrays.hashCode(scales), Arrays.hashCode(offsets));
  }

  /// `to f16, x * 0.003921569 + -0.5`, or `to f32, a rule for each part`.
  @Override
  public String toString() {
    return "to %s, %s".formatted(target, describe());
  }

  private String describe() {
    if (count() > 1) {
      return "a rule for each part";
    }
    return kind == Kind.NORMALIZED ? "normalized" : rule(0).toString();
  }
}
