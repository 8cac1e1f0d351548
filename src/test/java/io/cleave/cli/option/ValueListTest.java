package io.cleave.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

/// Which texts are numbers.
class ValueListTest {
  private static ValueList read(String text) {
    return new ValueList.Converter().convert(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "-1.", "+.5", "1.5", "2e-3", "2.E+3", " 7 "})
  void isOne(String text) {
    assertThat(read(text + ",1").texts()).containsExactly(text.strip(), "1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "-", "1..", "1e", "e1", "1 1", "0x1", "NaN", "1f", "1:2"})
  void isNone(String text) {
    assertThatExceptionOfType(TypeConversionException.class).isThrownBy(() -> read(text));
  }

  /// The time is linear in the text.
  @Test
  @Timeout(10)
  void aNumberMayBeLong() {
    String digits = "1".repeat(40_000);
    assertThat(read(digits).texts()).containsExactly(digits);
    for (String text : new String[] {digits + "x", digits + "." + digits + "e" + digits + "x"}) {
      assertThatExceptionOfType(TypeConversionException.class).isThrownBy(() -> read(text));
    }
  }
}
