package io.cleave.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OneLineTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\n", "\r", "\t", "\u0000", "\u001b", "\u007f", "\u0085", "\u009b", "\u00ad", "\u200e",
        "\u2028", "\u2029", "\u202e", "\u2066", "\ufeff", "\ud800", "\udc00"
      })
  void whatIsNotShownIsAQuestionMark(String hidden) {
    assertThat(OneLine.of("a" + hidden + "b")).isEqualTo("a?b");
    assertThat(OneLine.isPlain("a" + hidden + "b")).isFalse();
  }

  @Test
  void whatIsShownStays() {
    String shown = " conv/\u00e4 \u5206\u5272 \ud83d\ude00 \u05d0";
    assertThat(OneLine.of(shown)).isEqualTo(shown);
    assertThat(OneLine.isPlain(shown)).isTrue();
  }

  @Test
  void aLongTextIsCut() {
    assertThat(OneLine.of("123456", 6)).isEqualTo("123456");
    assertThat(OneLine.of("1234567", 6)).isEqualTo("123...");
    assertThat(OneLine.of("12\n4567", 6)).isEqualTo("12?...");
    // Neither is a character of two halved.
    assertThat(OneLine.of("12\ud83d\ude004567", 6)).isEqualTo("12?...");
  }
}
