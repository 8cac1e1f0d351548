package io.cleave.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cleave.TableTest;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Values that are read, built and written.
class JsonValueTest {
  private static final JsonValue CASE =
      JsonReader.parse(
          """
          {"id": "a", "shape": [2, 3], "axis": {"value": 1, "type": "i64"}, "data": null,
           "float": 1.5, "yes": true, "rows": [[1, 2], [3, "x"]], "large": 9223372036854775808, "small": -9223372036854775809,
           "whole": 4.0, "exponent": 1e999999999}
          """);

  private static final JsonValue REPORT =
      JsonValue.object(
          "file", Path.of("a.npy"),
          "left_out", null,
          "bytes", 6,
          "seconds", 0.25,
          "exact", true,
          "shape", new long[] {2, 3},
          "empty", List.of(),
          "nothing", Map.of(),
          "none", Optional.empty(),
          "some", List.of(Optional.of("x"), 7),
          "parts", List.of(JsonValue.object("name", "q", "shape", new long[] {1})));

  /// The message names the field, the index, what was expected and what was found.
  @TableTest(
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
      small | integer | without fraction and exponent, found -9223372036854775809
      whole | integer | without fraction and exponent, found 4.0
      exponent | integer | without fraction and exponent, found 1e999999999
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
                          case "list" -> value.items();
                          case "object" -> value.fields();
                          case "string" -> value.asString();
                          case "integer" -> value.asLong();
                          case "rows" -> value.asListOf(JsonValue::asLongs);
                          default -> value.require(wanted);
                        }))
        .withMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void refusesToWriteWhatJsonCannotHold(double value) {
    assertThatExceptionOfType(JsonException.class)
        .isThrownBy(() -> JsonValue.of(value))
        .withMessage("expected a value such as 7, -1.5 or true, found \"%s\"".formatted(value));
  }

  @Test
  void comparesObjectsWithoutTheirOrder() {
    assertThat(JsonReader.parse("{\"a\":1,\"b\":2}"))
        .isEqualTo(JsonReader.parse("{\"b\":2,\"a\":1}"))
        .isNotEqualTo(JsonReader.parse("{\"a\":1}"));
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
              "none": null,
              "some": ["x", 7],
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
    assertThat(JsonValue.of(unsafe)).hasToString(written);
    assertThat(JsonValue.object(unsafe, 1)).hasToString("{" + written + ":1}");
  }
}
