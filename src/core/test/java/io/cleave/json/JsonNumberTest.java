package io.cleave.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonNumberTest {

  @ParameterizedTest
  @ValueSource(strings = {"0", "-0", "10", "0.0", "-0.5e-0", "1E5", "1e+05", "123.456e-789"})
  void takesTheGrammarOfJson(String text) {
    assertThat(new JsonNumber(text)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        "+1",
        "01",
        ".5",
        "1.",
        "1e",
        "0x1",
        " 1",
        "NaN",
        "-Infinity",
        "\u0661",
      })
  void refusesEverythingElse(String text) {
    assertThatExceptionOfType(JsonException.class)
        .isThrownBy(() -> new JsonNumber(text))
        .withMessageStartingWith("expected a value such as 7, -1.5 or true, found ");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, -1, 4096, Long.MAX_VALUE, Long.MIN_VALUE})
  void givesLongsBackExactly(long value) {
    assertThat(JsonNumber.of(value).asLong()).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"18446744073709551615", "9223372036854775808", "-9223372036854775809", "1e999"})
  void refusesAsALongWhatIsNone(String text) {
    assertThatExceptionOfType(JsonException.class)
        .isThrownBy(() -> new JsonNumber(text).asLong())
        .withMessageContaining("expected an integer")
        .withMessageContaining("found " + text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"4.0", "1e3", "1E0", "0.5", "1e999999999", "1e-999999999", "0e99999999999"})
  void refusesFractionsAndExponentsAsIntegers(String text) {
    assertThatExceptionOfType(JsonException.class)
        .isThrownBy(() -> new JsonNumber(text).asLong())
        .withMessageEndingWith("without fraction and exponent, found " + text);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.0, -0.0, 0.1, 1e21, -1.5e-7, Double.MIN_VALUE, Double.MAX_VALUE})
  void givesDoublesBackExactly(double value) {
    assertThat(Double.parseDouble(JsonNumber.of(value).text())).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void refusesToWriteWhatJsonCannotHold(double value) {
    assertThatExceptionOfType(JsonException.class)
        .isThrownBy(() -> JsonNumber.of(value))
        .withMessage("JSON holds finite numbers alone, not " + value + "; write null");
  }
}
