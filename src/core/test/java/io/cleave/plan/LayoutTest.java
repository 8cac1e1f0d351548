package io.cleave.plan;

import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.STRING;
import static io.cleave.plan.ElementType.U1;
import static io.cleave.plan.ElementType.U4;
import static io.cleave.plan.ElementType.U8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
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
  }

  @Test
  void axesOutsideOfAPitchFollowIt() {
    Layout batch = Layout.of(U8, 2, 20, 30, 3).pitched(1, 100);
    assertThat(batch).hasToString("u8 [2, 20, 30, 3] from byte 0, strides [2000, 100, 3, 1] bytes");
    assertThat(batch.bytes()).isEqualTo(3990);
    assertThat(batch.pitched(0, 1990).bytes()).isEqualTo(3980);
    assertThat(Layout.of(U8, 2, 20, 30, 3).pitched(0, 1990).pitched(1, 100))
        .isEqualTo(batch.pitched(0, 1990));
  }

  @Test
  void aWindowBeginsWhereItStands() {
    Layout window = IMAGE.cropped(0, 5, 10).cropped(1, 2, 8);
    assertThat(window.shape()).isEqualTo(Shape.of(10, 8, 3));
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
    Layout first = IMAGE.pitched(0, 100).cropped(0, 5, 10).cropped(1, 2, 8);
    assertThat(first).isEqualTo(IMAGE.cropped(1, 2, 8).cropped(0, 5, 10).pitched(0, 100));
    assertThat(first)
        .isEqualTo(IMAGE.cropped(0, 3, 17).pitched(0, 100).cropped(0, 2, 10).cropped(-2, 2, 8));
  }

  private static void refuses(Runnable call, String message) {
    assertThatIllegalArgumentException().isThrownBy(call::run).withMessage(message);
  }

  @Test
  void rowsMustNotOverlap() {
    refuses(
        () -> IMAGE.pitched(0, 89),
        "a pitch of 89 bytes along axis 0 of u8 [20, 30, 3] is less than the 90 bytes of one"
            + " index; give the distance in bytes");
    refuses(
        () -> IMAGE.cropped(1, 0, 5).pitched(0, 89),
        "a pitch of 89 bytes along axis 0 of u8 [20, 30, 3] is less than the 90 bytes of one"
            + " index; give the distance in bytes");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Layout.of(U8, 2, 20, 30, 3).pitched(0, 1800).pitched(1, 100));
    assertThatIllegalArgumentException().isThrownBy(() -> Layout.of(U4, 2, 3).pitched(0, 1));
    assertThat(Layout.of(U4, 2, 3).pitched(0, 2).bytes()).isEqualTo(4);
    refuses(() -> IMAGE.pitched(0, 0), "a pitch must be 1 byte or more, not 0");
    refuses(() -> IMAGE.pitched(3, 100), "axis 3 must lie in -3..2 for shape [20, 30, 3]");
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MAX_VALUE, Long.MAX_VALUE / 8, Long.MAX_VALUE / 8 / 19})
  void positionsFit64Bits(long pitch) {
    refuses(
        () -> IMAGE.pitched(0, pitch),
        ("pitches of [%s, 0, 0] bytes take axis 0 beyond 9223372036854775807 bits; split a smaller"
                + " tensor")
            .formatted(pitch));
    assertThat(IMAGE.pitched(0, Long.MAX_VALUE / 8 / 20).bytes()).isPositive();
  }

  @Test
  void aWindowLiesWithinItsAxis() {
    refuses(
        () -> IMAGE.cropped(1, 25, 6),
        "a window of 6 from 25 must lie within 0..30, axis 1 of shape [20, 30, 3]");
    assertThatIllegalArgumentException().isThrownBy(() -> IMAGE.cropped(1, -1, 6));
    assertThatIllegalArgumentException().isThrownBy(() -> IMAGE.cropped(1, 1, -1));
    assertThatIllegalArgumentException().isThrownBy(() -> IMAGE.cropped(1, 1, Long.MAX_VALUE));
    assertThatIllegalArgumentException().isThrownBy(() -> IMAGE.cropped(1, Long.MAX_VALUE, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> IMAGE.cropped(0, 5, 10).cropped(0, 5, 6));
  }

  @Test
  void rowsOfPackedWindowsBeginOnWholeBytes() {
    Layout packed = Layout.of(U4, 4, 6);
    assertThat(packed.cropped(1, 2, 3).bytes()).isEqualTo(12);
    refuses(
        () -> packed.cropped(1, 1, 3),
        "each row of a window of u4 must begin on a whole byte, which u4 [4, 3] from byte 0,"
            + " strides [24, 4] bits does not; crop at a multiple of 8 elements, or pitch the"
            + " rows");
    Layout odd = Layout.of(U4, 4, 5);
    assertThatIllegalArgumentException().isThrownBy(() -> odd.cropped(1, 0, 4));
    assertThat(odd.pitched(0, 3).cropped(1, 0, 4).isDense()).isFalse();
    assertThat(odd.cropped(0, 2, 2).bytes()).isEqualTo(10);
    assertThatIllegalArgumentException().isThrownBy(() -> odd.cropped(0, 1, 2));
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
