package io.cleave.plan;

import java.util.stream.IntStream;

/// What becomes of the values of a split: a target type, and a [Rule] for all parts or one for each
/// part of the plan, indexed as the parts are. It belongs to a plan, see [SplitPlan#converted].
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
  private final ElementType target;
  private final RuleList rules;

  private Conversion(ElementType target, RuleList rules) {
    this.target = target;
    this.rules = rules;
  }

  /// A cast to this type.
  ///
  /// @throws IllegalArgumentException if nothing can be converted to it
  public static Conversion to(ElementType target) {
    Conversions.requireTarget(target);
    return new Conversion(target, new RuleList.Casts());
  }

  /// The same that multiplies: `fma((float) x, scale, bias)`.
  ///
  /// @param scale one for all parts, or one for each
  /// @throws IllegalArgumentException if one is not finite, or this has another rule already
  public Conversion scale(float... scale) {
    RuleList.Affines affine = affine("scale");
    return with(new RuleList.Affines(Conversions.finite("scale", scale), affine.bias()));
  }

  /// The same that adds: `fma((float) x, scale, bias)`.
  ///
  /// @param bias one for all parts, or one for each
  /// @throws IllegalArgumentException if one is not finite, or this has another rule already
  public Conversion bias(float... bias) {
    RuleList.Affines affine = affine("bias");
    return with(new RuleList.Affines(affine.scale(), Conversions.finite("bias", bias)));
  }

  private RuleList.Affines affine(String what) {
    return switch (rules) {
      case RuleList.Casts _ -> new RuleList.Affines(new float[] {1}, new float[] {0});
      case RuleList.Affines affine -> affine;
      default -> throw second(what);
    };
  }

  /// The same that takes values from `0..max` to `0..1`, subtracts a mean and divides by a
  /// deviation: `(x / max - mean) / std`.
  ///
  /// It is a scale and a bias, each calculated in double precision and rounded once: `scale =
  /// (float) (1 / (max * std))`, `bias = (float) (-mean / std)`.
  ///
  /// @param mean one for all parts, or one for each, such as those of a [Preset]
  /// @param std as many, or one; none of them 0
  /// @param max what becomes 1 before the mean is subtracted, such as 255, see [Preset#max]
  /// @throws IllegalArgumentException if a scale or bias would not be finite, the counts do not
  ///   fit, or this has another rule already
  public Conversion normalized(double[] mean, double[] std, double max) {
    affine("normalized");
    return with(Conversions.normalized(mean, std, max));
  }

  /// The same that undoes a quantisation: `(float) (q - zeroPoint) * scale`.
  ///
  /// @param scale one for all parts, or one for each
  /// @param zeroPoint values of the source type, an integer: one for all parts, or one for each;
  ///   none means 0
  /// @throws IllegalArgumentException if a scale is not finite, or this has another rule already
  public Conversion dequantized(float[] scale, long... zeroPoint) {
    if (!(rules instanceof RuleList.Casts)) {
      throw second("dequantized");
    }
    long[] zeros = zeroPoint.length == 0 ? new long[] {0} : zeroPoint.clone();
    return with(new RuleList.Dequantizations(Conversions.finite("scale", scale), zeros));
  }

  private IllegalArgumentException second(String what) {
    return new IllegalArgumentException(
        "a conversion has one rule; this one has %s already, so begin with Conversion.to(%s) for %s"
            .formatted(rules.rule(0), target, what));
  }

  private Conversion with(RuleList others) {
    return new Conversion(target, others);
  }

  /// The type of what comes out.
  public ElementType target() {
    return target;
  }

  /// The rule for one part.
  ///
  /// @param part its index among all parts of the plan
  /// @throws IllegalArgumentException if there is no such part; that a rule for all parts knows of
  ///   negative indices alone
  public Rule rule(int part) {
    requirePart(part);
    return rules.rule(part);
  }

  /// The same for a plan that has some of the parts alone, as one for a piece of the data does.
  ///
  /// @param parts their indices among all parts of the plan
  /// @throws IllegalArgumentException if there is no such part
  public Conversion ofParts(int... parts) {
    for (int part : parts) {
      requirePart(part);
    }
    return isUniform() ? this : with(rules.ofParts(parts));
  }

  private void requirePart(int part) {
    int count = count();
    if (part < 0 || (count > 1 && part >= count)) {
      String parts = count > 1 ? "the conversion has %s,".formatted(count) : "parts are";
      throw new IllegalArgumentException(
          "part %s does not exist; %s counted from 0".formatted(part, parts));
    }
  }

  /// How many parts there are values for; 1 where all have the same.
  private int count() {
    int count = 1;
    for (int values : rules.counts()) {
      count = count == 1 || (values != 1 && values < count) ? values : count;
    }
    return count;
  }

  /// Whether all parts have the same rule.
  public boolean isUniform() {
    return rules.counts().stream().allMatch(count -> count == 1);
  }

  /// @throws IllegalArgumentException if such a plan cannot be converted so
  void check(ElementType source, int parts) {
    Conversions.requirePair(source, target);
    for (int count : rules.counts()) {
      if (count != 1 && count != parts) {
        throw new IllegalArgumentException(
            "a conversion has one value for all parts or one for each; this one has %s, the plan has %s parts"
                .formatted(count, parts));
      }
    }
    IntStream.range(0, count()).forEach(i -> Conversions.check(rules.rule(i), source, target));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Conversion that && target == that.target && rules.equals(that.rules);
  }

  @Override
  public int hashCode() {
    return 31 * target.hashCode() + rules.hashCode();
  }

  /// `to f16, x * 0.003921569 + -0.5`, or `to f32, a rule for each part`.
  @Override
  public String toString() {
    return "to %s, %s".formatted(target, isUniform() ? rule(0) : "a rule for each part");
  }
}
