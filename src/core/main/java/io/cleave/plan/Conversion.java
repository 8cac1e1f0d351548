package io.cleave.plan;

import static io.cleave.plan.ElementType.BF16;
import static io.cleave.plan.ElementType.F16;
import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.F64;
import static io.cleave.plan.ElementType.I16;
import static io.cleave.plan.ElementType.I32;
import static io.cleave.plan.ElementType.I4;
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

import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Conversion of the values of a split: a target type, and a [Rule] for all parts or one for each
/// part of the plan, indexed as the parts are. A plan takes it by [SplitPlan#converted].
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
/// An example: `u8` 200 under `to(F16).scale(1 / 255f).bias(-0.5f)` is `fma(200, 0.003921569,
/// -0.5)`, in f32 0.28431377, and in f16 `0x348D`, 0.28442383.
///
/// From `boolean u1 u2 u3 u4 u6 u8 u16 u32 i4 i8 i16 i32 nf4 f4e2m1 f8e4m3 f8e5m2 f8e8m0 f16 bf16
/// f32` to `f32 f16 bf16`, and by a cast to `f64`; from `f32 f16 bf16` also to `u8 i8 u16 i16`.
///
/// An immutable value.
public final class Conversion {
  private static final Set<ElementType> FLOATS = EnumSet.of(F32, F16, BF16);
  private static final Set<ElementType> FLOAT_TARGETS = EnumSet.of(F32, F16, BF16, F64);
  private static final Set<ElementType> INTEGER_TARGETS = EnumSet.of(U8, I8, U16, I16);
  private static final Set<ElementType> NO_SOURCES = EnumSet.of(F64, I64, U64, STRING);
  private static final Set<ElementType> SIGNED = EnumSet.of(I4, I8, I16, I32);
  private static final Set<ElementType> UNSIGNED = EnumSet.of(U1, U2, U3, U4, U6, U8, U16, U32);

  private final ElementType target;

  private final boolean isDequantized;

  /// One for all parts, or one for each; none for a cast.
  private final double[] scales;

  /// Biases or zero points: one for all parts, or one for each; none for a cast.
  private final double[] offsets;

  private Conversion(ElementType target, boolean isDequantized, double[] scales, double[] offsets) {
    this.target = target;
    this.isDequantized = isDequantized;
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
    return new Conversion(target, false, new double[0], new double[0]);
  }

  /// Copy with another scale: `fma((float) x, scale, bias)`.
  ///
  /// @param scale one for all parts, or one for each
  /// @throws IllegalArgumentException if one is not finite, this has another rule already, or the
  ///   count does not fit that of the biases
  public Conversion scale(float... scale) {
    requireRoom(!isDequantized, "scale");
    return with(false, finite("scale", scale), isCast() ? new double[1] : offsets);
  }

  /// Copy with another bias: `fma((float) x, scale, bias)`.
  ///
  /// @param bias one for all parts, or one for each
  /// @throws IllegalArgumentException if one is not finite, this has another rule already, or the
  ///   count does not fit that of the scales
  public Conversion bias(float... bias) {
    requireRoom(!isDequantized, "bias");
    return with(false, isCast() ? new double[] {1} : scales, finite("bias", bias));
  }

  private void requireRoom(boolean isFree, String what) {
    if (!isFree) {
      throw new IllegalArgumentException(
          "a conversion has one rule; this one has %s already, so begin with Conversion.to(%s) for %s"
              .formatted(rule(0), target, what));
    }
  }

  /// Copy with a rule that takes values from `0..max` to `0..1`, subtracts a mean and divides by a
  /// deviation: `(x / max - mean) / std`.
  ///
  /// It is a scale and a bias, each calculated in double precision and rounded once: `scale =
  /// (float) (1 / (max * std))`, `bias = (float) (-mean / std)`.
  ///
  /// @param mean one for all parts, or one for each, such as those of a [Preset]
  /// @param std as many, or one; none of them 0
  /// @param max the value that becomes 1 before the mean is subtracted, such as 255, see
  ///   [Preset#max]
  /// @throws IllegalArgumentException if a scale or bias would not be finite, the counts do not
  ///   fit, or this has another rule already
  public Conversion normalized(double[] mean, double[] std, double max) {
    requireSome("a mean", mean.length);
    requireSome("a deviation", std.length);
    if (mean.length != std.length && mean.length != 1 && std.length != 1) {
      throw new IllegalArgumentException(
          "means and deviations come in pairs; there are %s and %s"
              .formatted(mean.length, std.length));
    }
    requireRoom(!isDequantized, "normalized");
    float[] scale = new float[Math.max(mean.length, std.length)];
    float[] bias = new float[scale.length];
    for (int i = 0; i < scale.length; i++) {
      double deviation = std[Math.min(i, std.length - 1)];
      scale[i] = (float) (1 / (max * deviation));
      bias[i] = (float) (-mean[Math.min(i, mean.length - 1)] / deviation);
    }
    return with(
        false,
        finite("the scale of mean and deviation", scale),
        finite("the bias of mean and deviation", bias));
  }

  /// Copy with a rule that undoes a quantisation: `(float) (q - zeroPoint) * scale`.
  ///
  /// @param scale one for all parts, or one for each
  /// @param zeroPoint values of the source type, an integer: one for all parts, or one for each;
  ///   none means 0
  /// @throws IllegalArgumentException if a scale is not finite, the counts do not fit, or this has
  ///   another rule already
  public Conversion dequantized(float[] scale, long... zeroPoint) {
    requireRoom(isCast(), "dequantized");
    double[] zeros = Arrays.stream(zeroPoint).asDoubleStream().toArray();
    return with(true, finite("scale", scale), zeros.length == 0 ? new double[1] : zeros);
  }

  /// A copy with these values, of which there are as many, or one.
  private Conversion with(boolean dequantized, double[] scale, double[] offset) {
    if (scale.length != offset.length && scale.length != 1 && offset.length != 1) {
      throw new IllegalArgumentException(
          "a conversion has one value for all parts or one for each; this one has %s and %s"
              .formatted(scale.length, offset.length));
    }
    return new Conversion(target, dequantized, scale, offset);
  }

  private static double[] finite(String what, float[] values) {
    requireSome(what, values.length);
    double[] copy = IntStream.range(0, values.length).mapToDouble(i -> values[i]).toArray();
    for (double value : copy) {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException("%s must be finite; %s is not".formatted(what, value));
      }
    }
    return copy;
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

  /// The rule for one part.
  ///
  /// @param part its index among all parts of the plan
  /// @throws IndexOutOfBoundsException if there is a rule for each part and none for this one
  public Rule rule(int part) {
    if (isCast()) {
      return new Rule.Cast();
    }
    float scale = (float) scales[scales.length == 1 ? 0 : part];
    double offset = offsets[offsets.length == 1 ? 0 : part];
    return isDequantized
        ? new Rule.Dequantized(scale, (long) offset)
        : new Rule.Affine(scale, (float) offset);
  }

  private boolean isCast() {
    return scales.length == 0;
  }

  /// The conversion for a plan that has some of the parts alone, as a piece of the data does.
  ///
  /// @param parts their indices among all parts of the plan
  /// @throws IndexOutOfBoundsException if there is no such part
  public Conversion ofParts(int... parts) {
    return new Conversion(target, isDequantized, some(scales, parts), some(offsets, parts));
  }

  private static double[] some(double[] values, int... parts) {
    return values.length <= 1
        ? values
        : Arrays.stream(parts).mapToDouble(part -> values[part]).toArray();
  }

  private int count() {
    return Math.max(scales.length, offsets.length);
  }

  /// @throws IllegalArgumentException if a plan of these parts cannot be converted so
  void check(ElementType source, int parts) {
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
    if (target == F64 && !isCast()) {
      throw new IllegalArgumentException(
          "only a cast goes to f64, where it is exact; rules are calculated in f32, so use f32");
    }
    if (isDequantized) {
      checkZeroPoints(source);
    }
  }

  private void checkZeroPoints(ElementType source) {
    boolean isSigned = SIGNED.contains(source);
    if (!isSigned && !UNSIGNED.contains(source)) {
      throw new IllegalArgumentException(
          "integers are dequantized, not %s; use a scale".formatted(source));
    }
    long least = isSigned ? -1L << (source.bits() - 1) : 0;
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
        && isDequantized == that.isDequantized
        && Arrays.equals(scales, that.scales)
        && Arrays.equals(offsets, that.offsets);
  }

  @Override
  public int hashCode() {
    return Objects.hash(target, isDequantized, Arrays.hashCode(scales), Arrays.hashCode(offsets));
  }

  /// `to f16, x * 0.003921569 + -0.5`, or `to f32, a rule for each part`.
  @Override
  public String toString() {
    return "to %s, %s".formatted(target, count() <= 1 ? rule(0) : "a rule for each part");
  }
}
