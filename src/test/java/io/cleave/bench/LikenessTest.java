package io.cleave.bench;

import static io.cleave.plan.ElementType.BF16;
import static io.cleave.plan.ElementType.F16;
import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.I8;
import static io.cleave.plan.ElementType.U8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.plan.ElementType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LikenessTest {
  @ParameterizedTest
  @CsvSource({
    "1, 1.000000953, true",
    "1, 1.000001073, false",
    "-1000, -1000.0009, true",
    "-1000, -1000.002, false",
    "0, 0.0000009, true",
    "0, 0.000001, false",
    "0, NaN, false"
  })
  void floatsDifferInTheirLastBits(float defined, float made, boolean alike) {
    long bits = Float.floatToRawIntBits(made);
    long expected = Float.floatToRawIntBits(defined);
    assertThat(Likeness.NEAR.holds(F32, bits, expected)).isEqualTo(alike);
    assertThat(Likeness.SAME.holds(F32, bits, expected)).isFalse();
    assertThat(Likeness.SAME.holds(F32, expected, expected)).isTrue();
  }

  @Test
  void whatIsNoNumberIsLikeItself() {
    assertThat(Likeness.NEAR.holds(F32, 0x7FC0_0000L, 0x7FC0_0000L)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"F16, 0x3C00, 0x3C08, true", "F16, 0x3C00, 0x3C09, false"})
  void halvesTo(ElementType type, String defined, String made, boolean alike) {
    assertThat(Likeness.NEAR.holds(type, Long.decode(made), Long.decode(defined))).isEqualTo(alike);
  }

  @Test
  void upperHalvesToo() {
    assertThat(Likeness.NEAR.holds(BF16, 0x3F88, 0x3F80)).isTrue();
    assertThat(Likeness.NEAR.holds(BF16, 0x3F89, 0x3F80)).isFalse();
    assertThat(Likeness.NEAR.holds(F16, 0x7C00, 0x7BFF)).isFalse();
  }

  @Test
  void integersDifferByOne() {
    assertThat(Likeness.NEAR.holds(U8, 200, 201)).isTrue();
    assertThat(Likeness.NEAR.holds(U8, 200, 202)).isFalse();
    assertThat(Likeness.NEAR.holds(U8, 0, 255)).isFalse();
    assertThat(Likeness.NEAR.holds(I8, 0xFF, 0)).isTrue();
    assertThat(Likeness.NEAR.holds(I8, 0xFE, 0)).isFalse();
  }
}
