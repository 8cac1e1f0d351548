package io.cleave.plan;

import static io.cleave.Refusal.refuses;
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
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

/// Conversions of plans, and refusals when the plan is made.
class ConversionTest {
  private static final SplitPlan PIXELS =
      SplitPlan.of(Layout.of(U8, 2, 4, 3), -1, Cut.byLengths(1, 1, 1));

  private static final Conversion CAST = Conversion.to(F32);
  private static final double[] MEAN = {0.485, 0.456, 0.406};
  private static final double[] STD = {0.229, 0.224, 0.225};

  private static SplitPlan plan(ElementType type) {
    return SplitPlan.of(Layout.of(type, 6, 4), 0, Cut.byLengths(2, 4));
  }

  private static double[] all(double... values) {
    return values;
  }

  @Test
  void partsHaveTheTargetsType() {
    SplitPlan plan = PIXELS.converted(CAST);
    assertThat(plan.data().type()).isEqualTo(U8);
    assertThat(plan.partType()).isEqualTo(F32);
    assertThat(plan.data().bytes()).isEqualTo(24);
    assertThat(plan.part(1).bytes()).isEqualTo(32);
    assertThat(plan.part(1).shape()).isEqualTo(Shape.of(2, 4, 1));
    assertThat(PIXELS.partType()).isEqualTo(U8);
    assertThat(PIXELS.conversion()).isEmpty();
    assertThat(PIXELS.converted(Conversion.to(F16)).converted(CAST)).isEqualTo(plan);
    assertThat(plan(U8).part(1).isContiguous()).isTrue();
    assertThat(plan(U8).converted(Conversion.to(F16)).part(1).isContiguous()).isFalse();
  }

  @Test
  void copiesTheCallersArrays() {
    double[] scale = {2};
    long[] zero = {5};
    Conversion scaled = CAST.scaled(scale, scale);
    Conversion dequantized = CAST.dequantized(scale, zero);
    Conversion normalized = CAST.normalized(scale, scale);
    scale[0] = 3;
    zero[0] = 6;
    assertThat(scaled.rule(0)).isEqualTo(new Rule.Affine(2, 2));
    assertThat(dequantized.rule(0)).isEqualTo(new Rule.Dequantized(2, 5));
    assertThat(normalized).isEqualTo(CAST.normalized(all(2), all(2)));
  }

  /// The formula of the documentation: `scale = 1 / (max std)`, `bias = -mean / std`.
  @Test
  void normalizingIsAScaleAndABias() {
    Conversion conversion = CAST.normalized(MEAN, STD, 255);
    assertThat(conversion.rule(0)).isEqualTo(new Rule.Affine(0.017124753f, -2.117904f));
    assertThat(conversion.rule(1))
        .isEqualTo(new Rule.Affine((float) (1 / (255 * 0.224)), (float) (-0.456 / 0.224)));
    assertThat(CAST.normalized(all(1), all(2, 4), 1).rule(1))
        .isEqualTo(new Rule.Affine(0.25f, -0.25f));
    assertThat(CAST.normalized(all(1, 3), all(2), 1).rule(1))
        .isEqualTo(new Rule.Affine(0.5f, -1.5f));
  }

  @Test
  void thePlanKnowsWhichValueBecomesOne() {
    double[] mean = {0.5, 0.25};
    double[] std = {0.5};
    Conversion early = CAST.normalized(mean, std);
    for (ElementType type : new ElementType[] {U8, U16, F32, F16, BF16}) {
      double max = type == U8 ? 255 : type == U16 ? 65_535 : 1;
      assertThat(plan(type).converted(early))
          .isEqualTo(plan(type).converted(CAST.normalized(mean, std, max)));
    }
    assertThatIllegalStateException().isThrownBy(() -> early.rule(0));
    refuses(() -> plan(I4).converted(early), "what of i4 becomes 1 is not known; give it as max");
    assertThat(plan(I4).converted(CAST.normalized(mean, std, 7)).partType()).isEqualTo(F32);
  }

  /// The constants of torchvision.
  @Test
  void imagenetIsForRedGreenAndBlue() {
    assertThat(CAST.imagenet()).isEqualTo(CAST.normalized(MEAN, STD));
    assertThat(CAST.imagenet(4095)).isEqualTo(CAST.normalized(MEAN, STD, 4095));
    SplitPlan colors = PIXELS.only(2, 1, 0).converted(CAST.imagenet());
    assertThat(colors.conversion().orElseThrow().rule(0))
        .isEqualTo(new Rule.Affine(0.017124753f, -2.117904f));
    assertThat(colors.only(2).conversion().orElseThrow().rule(0))
        .isEqualTo(new Rule.Affine((float) (1 / (255 * 0.225)), (float) (-0.406 / 0.225)));
  }

  @Test
  void oneValueIsForAllParts() {
    assertThat(CAST.scaled(all(2), all(5, 6)).rule(1)).isEqualTo(new Rule.Affine(2, 6));
    assertThat(CAST.scaled(all(2, 3), all(5)).rule(1)).isEqualTo(new Rule.Affine(3, 5));
    assertThat(CAST.scaled(2, 5).rule(7)).isEqualTo(new Rule.Affine(2, 5));
    assertThat(CAST.dequantized(all(2, 3), 1).rule(1)).isEqualTo(new Rule.Dequantized(3, 1));
    assertThat(CAST.dequantized(all(2), 1, 4).rule(1)).isEqualTo(new Rule.Dequantized(2, 4));
  }

  @Test
  void aPieceOfTheDataHasTheRulesOfItsParts() {
    Conversion each = CAST.scaled(all(1, 2, 3), all(9));
    assertThat(CAST.scaled(2, 0).ofParts(2)).isEqualTo(CAST.scaled(2, 0));
    assertThat(each.ofParts(2, 0)).isEqualTo(CAST.scaled(all(3, 1), all(9)));
    assertThat(PIXELS.converted(each).slab(1).conversion()).contains(each);
    assertThat(CAST.scaled(all(5), all(1, 2, 3)).ofParts(1)).isEqualTo(CAST.scaled(5, 2));
    assertThat(CAST.dequantized(all(1, 2, 3), 7).ofParts(1, 2))
        .isEqualTo(CAST.dequantized(all(2, 3), 7));
    assertThat(CAST.dequantized(all(1), 7, 8, 9).ofParts(2, 2))
        .isEqualTo(CAST.dequantized(all(1), 9, 9));
  }

  @Test
  void isPrinted() {
    assertThat(PIXELS.converted(Conversion.to(F16).scaled(0.5, 0)).headline())
        .endsWith(" into 3 parts: 8 rows of 3 bytes, to f16, x * 0.5 + 0.0");
    assertThat(CAST).hasToString("to f32, cast");
    assertThat(CAST.dequantized(all(0.5), 3)).hasToString("to f32, (q - 3) * 0.5");
    assertThat(CAST.scaled(all(1, 2), all(0))).hasToString("to f32, a rule for each part");
    assertThat(CAST.normalized(all(1), all(1))).hasToString("to f32, normalized");
    assertThat(PIXELS.converted(CAST).part(1))
        .hasToString("part 1 [2, 4, 1]: bytes 1..1 of each row, 32 bytes of f32");
  }

  @Test
  void refusesTypes() {
    String targets = "use one of bf16, f16, f32, f64, i8, i16, u8, u16";
    refuses(() -> Conversion.to(U4), "nothing is converted to u4; " + targets);
    refuses(() -> Conversion.to(STRING), "nothing is converted to string; " + targets);
    refuses(() -> plan(I64).converted(CAST), "i64 is not converted; split it");
    refuses(() -> plan(STRING).converted(CAST), "string is not converted; split it");
    refuses(() -> plan(U8).converted(Conversion.to(U16)), "u16, not u8; use one of");
    Conversion wide = Conversion.to(F64);
    refuses(() -> plan(U8).converted(wide.scaled(2, 0)), "so use f32");
    refuses(() -> plan(F16).converted(CAST.dequantized(all(1), 0)), "not f16; use a scale");
    SplitPlan large = SplitPlan.of(Layout.of(U4, 1L << 60), 0, Cut.byLengths(1L << 60));
    refuses(() -> large.converted(wide), "elements of f64 take more than");
  }

  @Test
  void refusesValues() {
    refuses(() -> CAST.scaled(all(1, Float.NaN), all(0)), "scale must be finite; NaN");
    refuses(() -> CAST.scaled(1e39, 0), "scale must be finite; Infinity");
    refuses(() -> CAST.scaled(1, Double.NEGATIVE_INFINITY), "bias must be finite; -Infinity");
    refuses(() -> CAST.normalized(all(0.5), all(0)), "deviation must be finite; Infinity");
    refuses(() -> CAST.normalized(all(0.5), all(0), 255), "deviation must be finite; Infinity");
    refuses(() -> CAST.scaled(all(), all(1)), "scale needs a value");
    refuses(() -> CAST.normalized(all(), all(1), 1), "a mean needs a value");
    refuses(() -> CAST.normalized(all(1), all(), 1), "a deviation needs a value");
    refuses(() -> CAST.normalized(all(1, 2), all(1, 2, 3), 1), "there are 2 and 3");
    refuses(() -> CAST.scaled(all(1, 2, 3), all(1, 2)), "this one has 3 and 2");
    String parts = "has 2, the plan has 3 parts";
    refuses(() -> PIXELS.converted(CAST.scaled(all(1, 2), all(0))), parts);
    refuses(() -> PIXELS.converted(CAST.dequantized(all(1), 1, 2)), parts);
    refuses(() -> plan(U4).converted(CAST.dequantized(all(1), 16)), "in 0..15, not 16");
    refuses(() -> plan(I4).converted(CAST.dequantized(all(1), -9)), "in -8..7, not -9");
    assertThat(plan(U4).converted(CAST.dequantized(all(1), 0, 15)).conversion()).isPresent();
    assertThat(plan(I4).converted(CAST.dequantized(all(1), -8, 7)).conversion()).isPresent();
  }

  @Test
  void hasOneRule() {
    String remedy = " already, so begin with Conversion.to(f32) for ";
    refuses(() -> CAST.scaled(2, 0).dequantized(all(1)), "x * 2.0 + 0.0" + remedy);
    refuses(() -> CAST.dequantized(all(1)).scaled(1, 1), "(q - 0) * 1.0" + remedy);
  }
}
