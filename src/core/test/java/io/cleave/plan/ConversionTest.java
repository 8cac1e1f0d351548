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
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

/// Conversions of plans, and refusals when the plan is made.
class ConversionTest {
  private static final SplitPlan PIXELS =
      SplitPlan.of(Layout.of(U8, 2, 4, 3), -1, Cut.byLengths(1, 1, 1));

  private static SplitPlan plan(ElementType type) {
    return SplitPlan.of(Layout.of(type, 6, 4), 0, Cut.byLengths(2, 4));
  }

  @Test
  void partsHaveTheTargetsType() {
    SplitPlan plan = PIXELS.converted(Conversion.to(F32));
    assertThat(plan.data().type()).isEqualTo(U8);
    assertThat(plan.partType()).isEqualTo(F32);
    assertThat(plan.data().bytes()).isEqualTo(24);
    assertThat(plan.part(1).bytes()).isEqualTo(32);
    assertThat(plan.part(1).shape()).isEqualTo(Shape.of(2, 4, 1));
    assertThat(PIXELS.partType()).isEqualTo(U8);
    assertThat(PIXELS.conversion()).isEmpty();
  }

  @Test
  void packedElementsTakeWholeOnes() {
    SplitPlan plan =
        SplitPlan.of(Layout.of(U4, 3, 5), 1, Cut.byLengths(3, 2)).converted(Conversion.to(F16));
    assertThat(plan.data().bytes()).isEqualTo(8);
    assertThat(plan.part(0).bytes()).isEqualTo(18);
    assertThat(plan.part(1).bytes()).isEqualTo(12);
  }

  @Test
  void nothingThatIsConvertedCanBeViewed() {
    assertThat(plan(U8).part(1).isContiguous()).isTrue();
    assertThat(plan(U8).converted(Conversion.to(F16)).part(1).isContiguous()).isFalse();
  }

  private static double[] all(double... values) {
    return values;
  }

  @Test
  void anotherConversionTakesThePlaceOfTheFirst() {
    Conversion cast = Conversion.to(F32);
    assertThat(PIXELS.converted(Conversion.to(F16)).converted(cast))
        .isEqualTo(PIXELS.converted(cast));
  }

  @Test
  void rulesAreIndexedAsPartsAre() {
    Conversion conversion = Conversion.to(F32).scaled(all(1, 2, 3), all(9));
    assertThat(conversion.rule(2)).isEqualTo(new Rule.Affine(3, 9));
    assertThat(PIXELS.converted(conversion).slab(1).conversion()).contains(conversion);
  }

  @Test
  void whatTheCallerChangesLaterDoesNotMatter() {
    double[] scale = {2};
    long[] zero = {5};
    Conversion scaled = Conversion.to(F32).scaled(scale, scale);
    Conversion dequantized = Conversion.to(F32).dequantized(scale, zero);
    Conversion normalized = Conversion.to(F32).normalized(scale, scale);
    scale[0] = 3;
    zero[0] = 6;
    assertThat(scaled.rule(0)).isEqualTo(new Rule.Affine(2, 2));
    assertThat(dequantized.rule(0)).isEqualTo(new Rule.Dequantized(2, 5));
    assertThat(normalized).isEqualTo(Conversion.to(F32).normalized(all(2), all(2)));
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
  void thePlanKnowsWhichValueBecomesOne() {
    double[] mean = {0.5, 0.25};
    double[] std = {0.5};
    for (ElementType type : new ElementType[] {U8, U16, F32, F16, BF16}) {
      double max = type == U8 ? 255 : type == U16 ? 65_535 : 1;
      assertThat(plan(type).converted(Conversion.to(F32).normalized(mean, std)))
          .isEqualTo(plan(type).converted(Conversion.to(F32).normalized(mean, std, max)));
    }
    Conversion early = Conversion.to(F32).normalized(mean, std);
    assertThatIllegalStateException().isThrownBy(() -> early.rule(0));
    assertThat(early).hasToString("to f32, a rule for each part");
    assertThat(Conversion.to(F32).normalized(std, std)).hasToString("to f32, normalized");
    refuses(
        () -> plan(I4).converted(early),
        "a mean is subtracted from values of 0 to 1, and what of i4 becomes 1 is not known; give it"
            + " as max");
    assertThat(plan(I4).converted(Conversion.to(F32).normalized(mean, std, 7)).part(0).type())
        .isEqualTo(F32);
  }

  /// Of torchvision.
  @Test
  void imagenetIsForRedGreenAndBlue() {
    double[] mean = {0.485, 0.456, 0.406};
    double[] std = {0.229, 0.224, 0.225};
    assertThat(Conversion.to(F16).imagenet()).isEqualTo(Conversion.to(F16).normalized(mean, std));
    assertThat(Conversion.to(F16).imagenet(4095))
        .isEqualTo(Conversion.to(F16).normalized(mean, std, 4095));
    SplitPlan colors = PIXELS.only(2, 1, 0).converted(Conversion.to(F32).imagenet());
    assertThat(colors.conversion().orElseThrow().rule(0))
        .isEqualTo(new Rule.Affine(0.017124753f, -2.117904f));
    assertThat(colors.only(2).conversion().orElseThrow().rule(0))
        .isEqualTo(new Rule.Affine((float) (1 / (255 * 0.225)), (float) (-0.406 / 0.225)));
  }

  @Test
  void oneValueIsForAllParts() {
    Conversion single = Conversion.to(F32);
    assertThat(single.scaled(all(2), all(5, 6)).rule(1)).isEqualTo(new Rule.Affine(2, 6));
    assertThat(single.scaled(all(2, 3), all(5)).rule(1)).isEqualTo(new Rule.Affine(3, 5));
    assertThat(single.scaled(2, 5).rule(7)).isEqualTo(new Rule.Affine(2, 5));
    assertThat(single.dequantized(all(2, 3), 1).rule(1)).isEqualTo(new Rule.Dequantized(3, 1));
    assertThat(single.dequantized(all(2), 1, 4).rule(1)).isEqualTo(new Rule.Dequantized(2, 4));
  }

  @Test
  void aPieceOfTheDataHasTheRulesOfItsParts() {
    Conversion single = Conversion.to(F32);
    Conversion same = single.scaled(2, 0);
    assertThat(same.ofParts(2)).isEqualTo(same);
    assertThat(single.scaled(all(1, 2, 3), all(9)).ofParts(2, 0))
        .isEqualTo(single.scaled(all(3, 1), all(9)));
    assertThat(single.scaled(all(5), all(1, 2, 3)).ofParts(1)).isEqualTo(single.scaled(5, 2));
    assertThat(single.dequantized(all(1, 2, 3), 7).ofParts(1, 2))
        .isEqualTo(single.dequantized(all(2, 3), 7));
    assertThat(single.dequantized(all(1), 7, 8, 9).ofParts(2, 2))
        .isEqualTo(single.dequantized(all(1), 9, 9));
  }

  @Test
  void readsAsItIs() {
    assertThat(PIXELS.converted(Conversion.to(F16).scaled(0.5, 0)).headline())
        .isEqualTo(
            "u8 [2, 4, 3] along axis 2 into 3 parts: 8 rows of 3 bytes, to f16, x * 0.5 + 0.0");
    assertThat(Conversion.to(F32)).hasToString("to f32, cast");
    assertThat(Conversion.to(F32).dequantized(all(0.5), 3)).hasToString("to f32, (q - 3) * 0.5");
    assertThat(Conversion.to(F32).scaled(all(1, 2), all(0)))
        .hasToString("to f32, a rule for each part");
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
    refuses(() -> cast.scaled(all(1, Float.NaN), all(0)), "scale must be finite; NaN is not");
    refuses(() -> cast.scaled(1e39, 0), "scale must be finite; Infinity is not");
    refuses(
        () -> cast.scaled(1, Double.NEGATIVE_INFINITY), "bias must be finite; -Infinity is not");
    refuses(() -> cast.scaled(all(), all(1)), "scale needs a value for all parts, or one for each");
    refuses(
        () -> cast.normalized(all(0.5), all(0)),
        "the scale of mean and deviation must be finite; Infinity is not");
    refuses(
        () -> cast.normalized(all(0.5), all(0), 255),
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
        () -> PIXELS.converted(cast.scaled(all(1, 2), all(0))),
        "a conversion has one value for all parts or one for each; this one has 2, the plan has 3"
            + " parts");
    refuses(
        () -> PIXELS.converted(cast.dequantized(all(1), 1, 2)),
        "a conversion has one value for all parts or one for each; this one has 2, the plan has 3"
            + " parts");
    refuses(
        () -> cast.scaled(all(1, 2, 3), all(1, 2)),
        "a conversion has one value for all parts or one for each; this one has 3 and 2");
    refuses(
        () -> plan(U4).converted(cast.dequantized(all(1), 16)),
        "a zero point of u4 is in 0..15, not 16");
    refuses(
        () -> plan(I4).converted(cast.dequantized(all(1), -9)),
        "a zero point of i4 is in -8..7, not -9");
    refuses(
        () -> plan(F16).converted(cast.dequantized(all(1), 0)),
        "integers are dequantized, not f16; use a scale");
    refuses(
        () -> plan(U8).converted(Conversion.to(F64).scaled(2, 0)),
        "only a cast goes to f64, where it is exact; rules are calculated in f32, so use f32");
  }

  @Test
  void takesTheOutermostValues() {
    Conversion cast = Conversion.to(F32);
    assertThat(plan(U4).converted(cast.dequantized(all(1), 0, 15)).conversion()).isPresent();
    assertThat(plan(I4).converted(cast.dequantized(all(1), -8, 7)).conversion()).isPresent();
  }

  @Test
  void hasOneRule() {
    refuses(
        () -> Conversion.to(F32).scaled(2, 0).dequantized(all(1)),
        "a conversion has one rule; this one has x * 2.0 + 0.0 already, so begin with"
            + " Conversion.to(f32) for dequantized");
    refuses(
        () -> Conversion.to(F32).dequantized(all(1)).scaled(1, 1),
        "a conversion has one rule; this one has (q - 0) * 1.0 already, so begin with"
            + " Conversion.to(f32) for scaled");
  }

  @Test
  void refusesWhatIsTooLarge() {
    SplitPlan plan = SplitPlan.of(Layout.of(U4, 1L << 60), 0, Cut.byLengths(1L << 60));
    refuses(
        () -> plan.converted(Conversion.to(F64)),
        "1152921504606846976 elements of f64 take more than 9223372036854775807 bits; split a"
            + " smaller tensor");
  }
}
