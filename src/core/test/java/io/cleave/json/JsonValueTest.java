package io.cleave.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Values that are read, built and written.
class JsonValueTest {
  private static final JsonObject CASE =
      JsonReader.parse(
              """
              {"id": "a", "shape": [2, 3], "axis": {"value": 1, "type": "i64"}, "data": null,
               "float": 1.5, "yes": true, "rows": [[1, 2], [3, "x"]], "large": 9223372036854775808}
              """)
          .asObject();

  private static final JsonObject REPORT =
      JsonObject.builder()
          .put("file", "a.npy")
          .put("bytes", 6L)
          .put("seconds", 0.25)
          .put("exact", true)
          .put("shape", JsonArray.of(2, 3))
          .put("empty", JsonArray.of())
          .put("nothing", JsonObject.builder().build())
          .put("parts", JsonArray.of(List.of("q"), JsonValueTest::part))
          .build();

  private static JsonObject part(String name) {
    return JsonObject.builder().put("name", name).put("shape", JsonArray.of(1)).build();
  }

  @Test
  void readsFieldsOfEveryKind() {
    assertThat(CASE.<String>read("id", JsonValue::asString)).isEqualTo("a");
    assertThat(CASE.<long[]>read("shape", JsonValue::asLongs)).containsExactly(2, 3);
    assertThat(CASE.<JsonObject>read("axis", JsonValue::asObject).fields()).hasSize(2);
    assertThat(CASE.require("float")).isEqualTo(JsonNumber.of(1.5));
    assertThat(CASE.require("yes")).isEqualTo(new JsonBoolean(true));
    assertThat(CASE.require("data")).isEqualTo(new JsonNull());
    assertThat(CASE.readOptional("nothing", JsonValue::asLong)).isEmpty();
    assertThat(CASE.readOptional("id", JsonValue::asString)).contains("a");
  }

  /// The message names the field, the index, what was expected and what was found.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          id    | list    | field "id": expected a list, found the string "a"
          float | list    | field "float": expected a list, found the number 1.5
          data  | list    | field "data": expected a list, found null
          axis  | list    | field "axis": expected a list, found an object
          shape | object  | field "shape": expected an object, found a list
          yes   | string  | field "yes": expected a string, found true
          id    | integer | field "id": expected an integer, found the string "a"
          float | integer | without fraction and exponent, found 1.5
          large | integer | expected an integer from -9223372036854775808 to 9223372036854775807
          rows  | rows    | field "rows", index 1, index 1: expected an integer, found the string "x"
          axis  | shape   | field "axis": field "shape" is missing; the object has [value, type]
          shapes | list   | field "shapes" is missing; the object has [id, shape, axis, data,
          """)
  void saysWhatWasExpectedAndFound(String field, String wanted, String message) {
    assertThatExceptionOfType(JsonException.class)
        .isThrownBy(
            () ->
                CASE.read(
                    field,
                    value ->
                        switch (wanted) {
                          case "list" -> value.asArray();
                          case "object" -> value.asObject();
                          case "string" -> value.asString();
                          case "integer" -> value.asLong();
                          case "rows" -> value.asListOf(JsonValue::asLongs);
                          default -> value.asObject().require(wanted);
                        }))
        .withMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, 4096, Long.MAX_VALUE, Long.MIN_VALUE})
  void givesLongsBackExactly(long value) {
    assertThat(JsonNumber.of(value).asLong()).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"18446744073709551615", "-9223372036854775809", "4.0", "1e3", "1e999999999"})
  void refusesAsALongWhatIsNone(String text) {
    assertThatExceptionOfType(JsonException.class)
        .isThrownBy(() -> new JsonNumber(text).asLong())
        .withMessageEndingWith("without fraction and exponent, found " + text);
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void refusesToWriteWhatJsonCannotHold(double value) {
    assertThatExceptionOfType(JsonException.class)
        .isThrownBy(() -> JsonNumber.of(value))
        .withMessage("JSON holds finite numbers alone, not " + value + "; write null");
  }

  @Test
  void comparesObjectsWithoutTheirOrder() {
    assertThat(JsonReader.parse("{\"a\":1,\"b\":2}"))
        .isEqualTo(JsonReader.parse("{\"b\":2,\"a\":1}"))
        .isNotEqualTo(JsonReader.parse("{\"a\":1}"));
  }

  @Test
  void refusesToBuildAFieldTwice() {
    JsonObject.Builder builder = JsonObject.builder().put("a", 1);
    assertThatExceptionOfType(JsonException.class)
        .isThrownBy(() -> builder.put("a", "x"))
        .withMessage("field \"a\" was put twice");
    assertThat(builder.build()).hasToString("{\"a\":1}");
  }

  @Test
  void writesOneLineForProgramsAndManyForPeople() {
    assertThat(REPORT.pretty())
        .isEqualTo(
            """
            {
              "file": "a.npy",
              "bytes": 6,
              "seconds": 0.25,
              "exact": true,
              "shape": [2, 3],
              "empty": [],
              "nothing": {},
              "parts": [
                {
                  "name": "q",
                  "shape": [1]
                }
              ]
            }\
            """);
    assertThat(REPORT).hasToString(REPORT.pretty().replaceAll("\\s", ""));
  }

  @Test
  void escapesWhatIsUnsafeToPrintAndNothingElse() {
    String unsafe = "\"\\/\n\0\u001f\u007f\u009b\u200b\u2028\u202e\udb40\udc01~\u00e9\ud83d\ude00";
    String written =
        "\"\\\"\\\\/\\n"
            + "\\u0000\\u001f\\u007f\\u009b\\u200b\\u2028\\u202e\\udb40\\udc01~\u00e9\ud83d\ude00\"";
    assertThat(new JsonString(unsafe)).hasToString(written);
    assertThat(JsonObject.builder().put(unsafe, 1).build()).hasToString("{" + written + ":1}");
  }
}
