package io.cleave.plan;

import static io.cleave.Refusal.refuses;
import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.STRING;
import static io.cleave.plan.ElementType.U1;
import static io.cleave.plan.ElementType.U4;
import static io.cleave.plan.ElementType.U8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LayoutTest {
  private static final Layout IMAGE = Layout.of(U8, 20, 30, 3);

  @Test
  void denseDataHasNoGaps() {
    assertThat(IMAGE.type()).isEqualTo(U8);
    assertThat(IMAGE.shape()).isEqualTo(Shape.of(20, 30, 3));
    assertThat(IMAGE.isDense()).isTrue();
    assertThat(IMAGE.bytes()).isEqualTo(1800);
    assertThat(IMAGE).hasToString("u8 [20, 30, 3]").isEqualTo(Layout.of(U8, IMAGE.shape()));
    assertThat(Layout.of(U4, 3).bytes()).isEqualTo(2);
    assertThat(Layout.of(F32).bytes()).isEqualTo(4);
    assertThat(Layout.of(F32, 1L << 62, 0).bytes()).isZero();
  }

  @Test
  void aPitchPadsRows() {
    Layout padded = IMAGE.pitched(0, 100);
    assertThat(padded.isDense()).isFalse();
    assertThat(padded.shape()).isEqualTo(IMAGE.shape());
    assertThat(padded.bytes()).isEqualTo(1990);
    assertThat(padded).hasToString("u8 [20, 30, 3] from byte 0, strides [100, 3, 1] bytes");
    assertThat(padded.pitched(0, 200).bytes()).isEqualTo(19 * 200 + 90);
    assertThat(IMAGE.pitched(-3, 90).isDense()).isTrue();
    assertThat(Layout.of(U4, 2, 3).pitched(0, 2).bytes()).isEqualTo(4);
  }

  @Test
  void axesOutsideOfAPitchFollowIt() {
    Layout batch = Layout.of(U8, 2, 20, 30, 3).pitched(1, 100);
    assertThat(batch).asString().endsWith(" from byte 0, strides [2000, 100, 3, 1] bytes");
    assertThat(batch.bytes()).isEqualTo(3990);
    assertThat(batch.pitched(0, 1990).bytes()).isEqualTo(3980);
    assertThat(Layout.of(U8, 2, 20, 30, 3).pitched(0, 1990).pitched(1, 100))
        .isEqualTo(batch.pitched(0, 1990));
  }

  @Test
  void aWindowBeginsWhereItStands() {
    Layout window = IMAGE.cropped(0, 5, 10).cropped(1, 2, 8);
    assertThat(window.isDense()).isFalse();
    assertThat(window.bytes()).isEqualTo(14 * 90 + 10 * 3);
    assertThat(window).hasToString("u8 [10, 8, 3] from byte 456, strides [90, 3, 1] bytes");
    assertThat(IMAGE.cropped(0, 0, 10).isDense()).isTrue();
    assertThat(IMAGE.cropped(0, 5, 10).isDense()).isFalse();
    assertThat(IMAGE.cropped(0, 20, 0).bytes()).isZero();
    assertThat(IMAGE.cropped(1, 4, 0).isDense()).isTrue();
  }

  @Test
  void windowsAndPitchesComposeInAnyOrder() {
    assertThat(IMAGE.pitched(0, 100).cropped(0, 5, 10).cropped(1, 2, 8))
        .isEqualTo(IMAGE.cropped(1, 2, 8).cropped(0, 5, 10).pitched(0, 100))
        .isEqualTo(IMAGE.cropped(0, 3, 17).pitched(0, 100).cropped(0, 2, 10).cropped(-2, 2, 8));
  }

  @Test
  void rowsMustNotOverlap() {
    String rule = "a pitch of 89 bytes along axis 0 of u8 [20, 30, 3] is less than the 90 bytes";
    refuses(() -> IMAGE.pitched(0, 89), rule, "give the distance in bytes");
    refuses(() -> IMAGE.cropped(1, 0, 5).pitched(0, 89), rule);
    refuses(() -> Layout.of(U8, 2, 20, 30, 3).pitched(0, 1800).pitched(1, 100), "less than");
    refuses(() -> Layout.of(U4, 2, 3).pitched(0, 1), "less than");
    refuses(() -> IMAGE.pitched(0, 0), "1 byte or more, not 0");
    refuses(() -> IMAGE.pitched(3, 100), "axis 3 must lie in -3..2");
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MAX_VALUE, Long.MAX_VALUE / 8, Long.MAX_VALUE / 8 / 19})
  void positionsFit64Bits(long pitch) {
    refuses(
        () -> IMAGE.pitched(0, pitch), "pitches of [" + pitch, "beyond 9223372036854775807 bits");
    assertThat(IMAGE.pitched(0, Long.MAX_VALUE / 8 / 20).bytes()).isPositive();
  }

  @Test
  void aWindowLiesWithinItsAxis() {
    refuses(() -> IMAGE.cropped(1, 25, 6), "a window of 6 from 25 must lie within 0..30, axis 1");
    refuses(() -> IMAGE.cropped(1, -1, 6), "within 0..30");
    refuses(() -> IMAGE.cropped(1, 1, -1), "within 0..30");
    refuses(() -> IMAGE.cropped(1, 1, Long.MAX_VALUE), "within 0..30");
    refuses(() -> IMAGE.cropped(1, Long.MAX_VALUE, 1), "within 0..30");
    refuses(() -> IMAGE.cropped(0, 5, 10).cropped(0, 5, 6), "within 0..10");
  }

  @Test
  void rowsOfPackedWindowsBeginOnWholeBytes() {
    Layout packed = Layout.of(U4, 4, 6);
    assertThat(packed.cropped(1, 2, 3).bytes()).isEqualTo(12);
    String remedy = "crop at a multiple of 8 elements, or pitch the rows";
    refuses(() -> packed.cropped(1, 1, 3), "strides [24, 4] bits", remedy);
    Layout odd = Layout.of(U4, 4, 5);
    refuses(() -> odd.cropped(1, 0, 4), remedy);
    refuses(() -> odd.cropped(0, 1, 2), remedy);
    assertThat(odd.pitched(0, 3).cropped(1, 0, 4).isDense()).isFalse();
    assertThat(odd.cropped(0, 2, 2).bytes()).isEqualTo(10);
    assertThat(Layout.of(U1, 9, 16).cropped(1, 8, 8).bytes()).isEqualTo(18);
  }

  @Test
  void stringsAreDense() {
    Layout strings = Layout.of(STRING, 2, 3);
    assertThat(strings.isDense()).isTrue();
    assertThatIllegalStateException()
        .isThrownBy(strings::bytes)
        .withMessage("strings have no size in bytes; count elements instead");
    refuses(() -> strings.pitched(0, 8), "strings are not pitched; give them as a dense array");
    refuses(() -> strings.cropped(0, 1, 1), "strings are not cropped; give them as a dense array");
  }
}
