package io.cleave.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "true",
        "false",
        "0",
        "-0",
        "18446744073709551615",
        "-1.5E+3",
        "\"\"",
        "\"a\"",
        "[]",
        "{}",
        "[1,[2,[]],{\"a\":null}]",
        "{\"b\":1,\"a\":{\"b\":2}}",
        "{\"\":0}",
      })
  void readsWhatItWrites(String json) {
    assertThat(JsonReader.parse(json)).hasToString(json);
  }

  @Test
  void skipsTheFourKindsOfWhiteSpace() {
    String json = " \t\r\n{ \"a\" :\t[ 1\r,\n2 ] , \"b\" : { } } \n";
    assertThat(JsonReader.parse(json)).hasToString("{\"a\":[1,2],\"b\":{}}");
  }

  static Stream<Arguments> malformed() {
    return Stream.of(
        Arguments.of(" \n ", "line 2, column 2: expected a value, found the end of the text"),
        Arguments.of("1 2", "column 3: expected the end of the text after one value, found \"2\""),
        Arguments.of("\ufeff1", "column 1: expected a value, found U+FEFF"),
        Arguments.of("[\u202e]", "column 2: expected a value, found U+202E"),
        Arguments.of("1 // one", "column 3: expected the end of the text after one value"),
        Arguments.of("[1", "column 3: expected \",\" or \"]\", found the end of the text"),
        Arguments.of("[1,]", "column 4: expected a value, found \"]\""),
        Arguments.of("[1}", "column 3: expected \",\" or \"]\", found \"}\""),
        Arguments.of("{\"a\":1,}", "column 8: expected a field name in double quotes, found \"}\""),
        Arguments.of("{'a':1}", "column 2: expected a field name in double quotes, found \"'\""),
        Arguments.of("{\"a\" 1}", "column 6: expected \":\" after a field name, found \"1\""),
        Arguments.of("{\"a\":1;\"b\":2}", "column 7: expected \",\" or \"}\", found \";\""),
        Arguments.of(
            "nullnull", "column 1: expected a value such as 7, -1.5 or true, found \"nullnull\""),
        Arguments.of("[NaN]", "column 2: expected a value such as 7, -1.5 or true, found \"NaN\""),
        Arguments.of("[01]", "column 2: expected a value such as 7, -1.5 or true, found \"01\""),
        Arguments.of("[\"a]", "column 2: the string that begins here has no closing quote"),
        Arguments.of("\"\\x41\"", "column 3: expected one of \"\\/bfnrtu after a backslash"),
        Arguments.of("\"a\nb\"", "column 3: a string may hold U+000A only as an escape"),
        Arguments.of("\"\\u12g4\"", "expected four hexadecimal digits after \\u, found \"g\""),
        Arguments.of("[\"a\\ud800\"]", "column 2: a string must hold whole characters, not half"),
        Arguments.of("\"a\ud800b\"", "column 1: a string must hold whole characters"),
        Arguments.of("{\"a\":1,\"\\u0061\":2}", "column 8: field \"a\" is there twice in one obj"));
  }

  @ParameterizedTest
  @MethodSource("malformed")
  void refusesWithThePlaceAndTheReason(String json, String message) {
    assertRefused(json, message);
  }

  @Test
  void countsLinesAndColumns() {
    assertRefused(
        "{\n  \"a\": 1,\n  \"b\": ?\n}", "line 3, column 8: expected a value, found \"?\"");
    assertRefused("[1,\r\n2\n", "line 3, column 1: expected \",\" or \"]\"");
  }

  @Test
  void unescapes() {
    String json =
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t \\u0041\\u00e9\\u20AC\\uD83D\\ude00\\u0000 \u00e9\"";
    assertThat(JsonReader.parse(json).asString())
        .isEqualTo("\"\\/\b\f\n\r\t A\u00e9\u20ac\ud83d\ude00\0 \u00e9");
  }

  @Test
  void readsUtf8FromTheRestOfABuffer() {
    ByteBuffer bytes = ByteBuffer.wrap("?[\"\u20ac\ud83d\ude00\"]?".getBytes(UTF_8));
    bytes.position(1).limit(bytes.limit() - 1);
    assertThat(JsonReader.parseUtf8(bytes)).hasToString("[\"\u20ac\ud83d\ude00\"]");
    assertThat(bytes.hasRemaining()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"\u00ff\"", // never a byte of UTF-8
        "\"\u00c0\u00af\"", // an overlong slash
        "\"\u00e0\u0080\u00af\"", // and in three bytes
        "\"\u00ed\u00a0\u0080\"", // half of a surrogate pair
        "\"\u00f4\u0090\u0080\u0080\"", // beyond the last character, U+10FFFF
        "\"\u00e2\u0082", // cut short
      })
  void refusesBytesThatAreNotUtf8(String bytes) {
    assertThatExceptionOfType(JsonException.class)
        .isThrownBy(() -> JsonReader.parseUtf8(ByteBuffer.wrap(bytes.getBytes(ISO_8859_1))))
        .withMessage(
            "JSON must be UTF-8, and its bytes from offset 1 on are not; save it as UTF-8");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "EFBBBF7B7D | column 1: expected a value, found U+FEFF", // a byte order mark
        "7B007D00 | column 2: expected a field name in double quotes, found U+0000", // UTF-16
        "007B007D | column 1: expected a value, found U+0000",
      })
  void guessesNoOtherEncoding(String bytes, String message) {
    assertThatExceptionOfType(JsonException.class)
        .isThrownBy(() -> JsonReader.parseUtf8(ByteBuffer.wrap(HexFormat.of().parseHex(bytes))))
        .withMessage("line 1, " + message);
  }

  private static void assertRefused(String json, String message) {
    assertThatExceptionOfType(JsonException.class)
        .isThrownBy(() -> JsonReader.parse(json))
        .withMessageContaining(message);
  }
}
