package io.cleave.plan;

import static io.cleave.plan.ElementType.BF16;
import static io.cleave.plan.ElementType.F16;
import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.F64;
import static io.cleave.plan.ElementType.I4;
import static io.cleave.plan.ElementType.I64;
import static io.cleave.plan.ElementType.STRING;
import static io.cleave.plan.ElementType.U16;
import static io.cleave.plan.ElementType.U4;
import static io.cleave.plan.ElementType.U8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

/// Conversions of plans, and refusals when the plan is made.
class ConversionTest {
  private static final SplitPlan PIXELS = SplitPlan.byLengths(Shape.of(2, 4, 3), U8, -1, 1, 1, 1);

  private static SplitPlan plan(ElementType type) {
    return SplitPlan.byLengths(Shape.of(6, 4), type, 0, 2, 4);
  }

  @Test
  void partsHaveTheTargetsType() {
    SplitPlan plan = PIXELS.converted(Conversion.to(F32));
    assertThat(plan.type()).isEqualTo(U8);
    assertThat(plan.partType()).isEqualTo(F32);
    assertThat(plan.bytes()).isEqualTo(24);
    assertThat(plan.part(1).bytes()).isEqualTo(32);
    assertThat(plan.part(1).shape()).isEqualTo(Shape.of(2, 4, 1));
    assertThat(PIXELS.partType()).isEqualTo(U8);
    assertThat(PIXELS.conversion()).isEmpty();
  }

  @Test
  void packedElementsTakeWholeOnes() {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(3, 5), U4, 1, 3, 2).converted(Conversion.to(F16));
    assertThat(plan.bytes()).isEqualTo(8);
    assertThat(plan.part(0).bytes()).isEqualTo(18);
    assertThat(plan.part(1).bytes()).isEqualTo(12);
  }

  @Test
  void nothingThatIsConvertedCanBeViewed() {
    assertThat(plan(U8).isContiguous()).isTrue();
    assertThat(plan(U8).converted(Conversion.to(F16)).isContiguous()).isFalse();
  }

  @Test
  void equalConversionsMakeEqualPlans() {
    Conversion one = Conversion.to(F16).scale(1, 2, 3).bias(4);
    SplitPlan plan = PIXELS.converted(one);
    assertThat(plan)
        .isEqualTo(PIXELS.converted(Conversion.to(F16).bias(4).scale(1, 2, 3)))
        .hasSameHashCodeAs(PIXELS.converted(Conversion.to(F16).bias(4).scale(1, 2, 3)))
        .isNotEqualTo(PIXELS)
        .isNotEqualTo(PIXELS.converted(Conversion.to(BF16).scale(1, 2, 3).bias(4)))
        .isNotEqualTo(PIXELS.converted(one.scale(1, 2, 4)))
        .isNotEqualTo(PIXELS.converted(one.bias(5)))
        .isNotEqualTo(PIXELS.converted(Conversion.to(F16)));
    assertThat(Conversion.to(F32).dequantized(new float[] {1}, 3))
        .isEqualTo(Conversion.to(F32).dequantized(new float[] {1}, 3))
        .isNotEqualTo(Conversion.to(F32).dequantized(new float[] {1}, 4));
  }

  @Test
  void rulesAreIndexedAsPartsAre() {
    SplitPlan plan = PIXELS.converted(Conversion.to(F32).scale(1, 2, 3).bias(9)).without(0);
    Conversion conversion = plan.conversion().orElseThrow();
    assertThat(conversion.rule(2)).isEqualTo(new Rule.Affine(3, 9));
    assertThat(plan.slab(1).conversion()).contains(conversion);
    assertThat(PIXELS.only(1).converted(conversion).isContiguous()).isFalse();
  }

  @Test
  void whatTheCallerChangesLaterDoesNotMatter() {
    float[] scale = {2};
    long[] zero = {5};
    Conversion scaled = Conversion.to(F32).scale(scale);
    Conversion dequantized = Conversion.to(F32).dequantized(scale, zero);
    scale[0] = 3;
    zero[0] = 6;
    assertThat(scaled.rule(0)).isEqualTo(new Rule.Affine(2, 0));
    assertThat(dequantized.rule(0)).isEqualTo(new Rule.Dequantized(2, 5));
  }

  /// The formula of the documentation: `scale = 1 / (max std)`, `bias = -mean / std`.
  @Test
  void normalizingIsAScaleAndABias() {
    Conversion conversion =
        Conversion.to(F32)
            .normalized(
                new double[] {0.485, 0.456, 0.406}, new double[] {0.229, 0.224, 0.225}, 255);
    assertThat(conversion.rule(0)).isEqualTo(new Rule.Affine(0.017124753f, -2.117904f));
    assertThat(conversion.rule(1))
        .isEqualTo(new Rule.Affine((float) (1 / (255 * 0.224)), (float) (-0.456 / 0.224)));
    assertThat(Conversion.to(F32).normalized(new double[] {1}, new double[] {2, 4}, 1).rule(1))
        .isEqualTo(new Rule.Affine(0.25f, -0.25f));
    assertThat(Conversion.to(F32).normalized(new double[] {1, 3}, new double[] {2}, 1).rule(1))
        .isEqualTo(new Rule.Affine(0.5f, -1.5f));
  }

  @Test
  void oneValueIsForAllParts() {
    Conversion single = Conversion.to(F32);
    assertThat(single.scale(2).bias(5, 6).rule(1)).isEqualTo(new Rule.Affine(2, 6));
    assertThat(single.scale(2, 3).bias(5).rule(1)).isEqualTo(new Rule.Affine(3, 5));
    float[] scales = {2, 3};
    assertThat(single.dequantized(scales, 1).rule(1)).isEqualTo(new Rule.Dequantized(3, 1));
    assertThat(single.dequantized(new float[] {2}, 1, 4).rule(1))
        .isEqualTo(new Rule.Dequantized(2, 4));
  }

  @Test
  void aPieceOfTheDataHasTheRulesOfItsParts() {
    Conversion single = Conversion.to(F32);
    Conversion same = single.scale(2);
    assertThat(same.ofParts(2)).isEqualTo(same);
    assertThat(single.scale(1, 2, 3).bias(9).ofParts(2, 0)).isEqualTo(single.scale(3, 1).bias(9));
    assertThat(single.scale(5).bias(1, 2, 3).ofParts(1)).isEqualTo(single.scale(5).bias(2));
    assertThat(single.dequantized(new float[] {1, 2, 3}, 7).ofParts(1, 2))
        .isEqualTo(single.dequantized(new float[] {2, 3}, 7));
    assertThat(single.dequantized(new float[] {1}, 7, 8, 9).ofParts(2, 2))
        .isEqualTo(single.dequantized(new float[] {1}, 9, 9));
  }

  @Test
  void readsAsItIs() {
    assertThat(PIXELS.converted(Conversion.to(F16).scale(0.5f)).headline())
        .isEqualTo(
            "u8 [2, 4, 3] along axis 2 into 3 parts: 8 rows of 3 bytes, to f16, x * 0.5 + 0.0");
    assertThat(Conversion.to(F32)).hasToString("to f32, cast");
    assertThat(Conversion.to(F32).dequantized(new float[] {0.5f}, 3))
        .hasToString("to f32, (q - 3) * 0.5");
    assertThat(Conversion.to(F32).scale(1, 2)).hasToString("to f32, a rule for each part");
    assertThat(PIXELS.converted(Conversion.to(F32)).part(1))
        .hasToString("part 1 [2, 4, 1]: bytes 1..1 of each row, 32 bytes of f32");
  }

  private static void refuses(Runnable call, String message) {
    assertThatIllegalArgumentException().isThrownBy(call::run).withMessage(message);
  }

  @Test
  void refusesTypes() {
    refuses(
        () -> Conversion.to(U4),
        "nothing is converted to u4; use one of bf16, f16, f32, f64, i8, i16, u8, u16");
    refuses(
        () -> Conversion.to(STRING),
        "nothing is converted to string; use one of bf16, f16, f32, f64, i8, i16, u8, u16");
    Conversion single = Conversion.to(F32);
    refuses(
        () -> plan(I64).converted(single), "i64 is not converted; split it without a conversion");
    refuses(
        () -> plan(STRING).converted(single),
        "string is not converted; split it without a conversion");
    refuses(
        () -> plan(U8).converted(Conversion.to(U16)),
        "only bf16, f16, f32 are converted to u16, not u8; use one of bf16, f16, f32, f64");
  }

  @Test
  void refusesValues() {
    Conversion cast = Conversion.to(F32);
    refuses(() -> cast.scale(1, Float.NaN), "scale must be finite; NaN is not");
    refuses(() -> cast.bias(Float.NEGATIVE_INFINITY), "bias must be finite; -Infinity is not");
    refuses(() -> cast.scale(), "scale needs a value for all parts, or one for each");
    refuses(
        () -> cast.normalized(new double[] {0.5}, new double[] {0}, 255),
        "the scale of mean and deviation must be finite; Infinity is not");
    refuses(
        () -> cast.normalized(new double[] {1, 2}, new double[] {1, 2, 3}, 1),
        "means and deviations come in pairs; there are 2 and 3");
    refuses(
        () -> cast.normalized(new double[] {}, new double[] {1}, 1),
        "a mean needs a value for all parts, or one for each");
    refuses(
        () -> cast.normalized(new double[] {1}, new double[] {}, 1),
        "a deviation needs a value for all parts, or one for each");
    refuses(
        () -> PIXELS.converted(cast.scale(1, 2)),
        "a conversion has one value for all parts or one for each; this one has 2, the plan has 3"
            + " parts");
    refuses(
        () -> PIXELS.converted(cast.dequantized(new float[] {1}, 1, 2)),
        "a conversion has one value for all parts or one for each; this one has 2, the plan has 3"
            + " parts");
    refuses(
        () -> cast.scale(1, 2, 3).bias(1, 2),
        "a conversion has one value for all parts or one for each; this one has 3 and 2");
    refuses(
        () -> plan(U4).converted(cast.dequantized(new float[] {1}, 16)),
        "a zero point of u4 is in 0..15, not 16");
    refuses(
        () -> plan(I4).converted(cast.dequantized(new float[] {1}, -9)),
        "a zero point of i4 is in -8..7, not -9");
    refuses(
        () -> plan(F16).converted(cast.dequantized(new float[] {1}, 0)),
        "integers are dequantized, not f16; use a scale");
    refuses(
        () -> plan(U8).converted(Conversion.to(F64).scale(2)),
        "only a cast goes to f64, where it is exact; rules are calculated in f32, so use f32");
  }

  @Test
  void takesTheOutermostValues() {
    Conversion cast = Conversion.to(F32);
    assertThat(plan(U4).converted(cast.dequantized(new float[] {1}, 0, 15)).converts()).isTrue();
    assertThat(plan(I4).converted(cast.dequantized(new float[] {1}, -8, 7)).converts()).isTrue();
  }

  @Test
  void hasOneRule() {
    refuses(
        () -> Conversion.to(F32).scale(2).dequantized(new float[] {1}),
        "a conversion has one rule; this one has x * 2.0 + 0.0 already, so begin with"
            + " Conversion.to(f32) for dequantized");
    refuses(
        () -> Conversion.to(F32).dequantized(new float[] {1}).bias(1),
        "a conversion has one rule; this one has (q - 0) * 1.0 already, so begin with"
            + " Conversion.to(f32) for bias");
  }

  @Test
  void refusesWhatIsTooLarge() {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(1L << 60), U4, 0, 1L << 60);
    refuses(
        () -> plan.converted(Conversion.to(F64)),
        "1152921504606846976 elements of f64 take more than 9223372036854775807 bits; split a"
            + " smaller tensor");
  }
}
