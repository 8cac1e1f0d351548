package io.cleave.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;
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
        .withMessageStartingWith("expected a number such as 7, -1.5 or 2e10, found ");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, -1, 4096, Long.MAX_VALUE, Long.MIN_VALUE})
  void givesLongsBackExactly(long value) {
    assertThat(JsonNumber.of(value).asLong()).isEqualTo(value);
    assertThat(JsonNumber.of(value).asInteger()).isEqualTo(value);
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
    String message =
        "expected an integer, found %s; write it without fraction and exponent".formatted(text);
    JsonNumber number = new JsonNumber(text);
    assertThatExceptionOfType(JsonException.class).isThrownBy(number::asLong).withMessage(message);
    assertThatExceptionOfType(JsonException.class)
        .isThrownBy(number::asInteger)
        .withMessage(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"18446744073709551615", "-18446744073709551616", "0", "-9223372036854775809"})
  void givesIntegersBeyondLongExactly(String text) {
    assertThat(new JsonNumber(text).asInteger()).isEqualTo(new BigInteger(text));
  }

  @Test
  void boundsIntegers() {
    String longest = "9".repeat(100);
    assertThat(new JsonNumber(longest).asInteger()).isEqualTo(new BigInteger(longest));
    assertThatExceptionOfType(JsonException.class)
        .isThrownBy(() -> new JsonNumber(longest + "0").asInteger())
        .withMessage("expected an integer of at most 100 characters, found one of 101");
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
