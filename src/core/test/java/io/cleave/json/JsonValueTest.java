package io.cleave.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class JsonValueTest {
  private static final JsonObject CASE =
      JsonReader.parse(
              """
              {"id": "a", "shape": [2, 3], "axis": {"value": 1, "type": "i64"}, "data": null,
               "float": 1.5, "yes": true, "rows": [[1, 2], [3, "x"]]}
              """)
          .asObject();

  @Test
  void readsFieldsOfEveryKind() {
    assertThat(CASE.<String>read("id", JsonValue::asString)).isEqualTo("a");
    assertThat(CASE.<long[]>read("shape", JsonValue::asLongs)).containsExactly(2, 3);
    assertThat(CASE.<JsonObject>read("axis", JsonValue::asObject).fields()).hasSize(2);
    assertThat(CASE.require("float")).isEqualTo(JsonNumber.of(1.5));
    assertThat(CASE.require("yes")).isEqualTo(new JsonBoolean(true));
    assertThat(CASE.<List<Long>>read("shape", v -> v.asListOf(JsonValue::asLong)))
        .containsExactly(2L, 3L);
  }

  static Stream<Arguments> mismatches() {
    return Stream.of(
        mismatch("\"x\"", JsonValue::asObject, "expected an object, found the string \"x\""),
        mismatch("7", JsonValue::asArray, "expected a list, found the number 7"),
        mismatch("[]", JsonValue::asString, "expected a string, found a list"),
        mismatch("null", JsonValue::asArray, "expected a list, found null"),
        mismatch("true", JsonValue::asLong, "expected an integer, found true"),
        mismatch("{}", JsonValue::asLong, "expected an integer, found an object"),
        mismatch("\"1\"", JsonValue::asLong, "expected an integer, found the string \"1\""),
        mismatch("1", JsonValue::asLongs, "expected a list, found the number 1"),
        mismatch("[1,2.5]", JsonValue::asLongs, "index 1: expected an integer"));
  }

  private static Arguments mismatch(
      String json, Function<JsonValue, Object> reader, String message) {
    return Arguments.of(json, reader, message);
  }

  @ParameterizedTest
  @MethodSource("mismatches")
  void saysWhatWasExpectedAndFound(
      String json, Function<JsonValue, Object> reader, String message) {
    assertThatExceptionOfType(JsonException.class)
        .isThrownBy(() -> reader.apply(JsonReader.parse(json)))
        .withMessageStartingWith(message);
  }

  @Test
  void namesTheFieldAndTheIndexOfWhatIsWrong() {
    assertThatExceptionOfType(JsonException.class)
        .isThrownBy(() -> CASE.read("id", JsonValue::asLongs))
        .withMessage("field \"id\": expected a list, found the string \"a\"");
    assertThatExceptionOfType(JsonException.class)
        .isThrownBy(() -> CASE.read("rows", rows -> rows.asListOf(JsonValue::asLongs)))
        .withMessage(
            "field \"rows\", index 1, index 1: expected an integer, found the string \"x\"");
    assertThatExceptionOfType(JsonException.class)
        .isThrownBy(() -> CASE.readOptional("axis", a -> a.asObject().require("shape")))
        .withMessage("field \"axis\": field \"shape\" is missing; the object has [value, type]");
  }

  @Test
  void tellsMissingFromNull() {
    assertThat(CASE.require("data")).isEqualTo(new JsonNull());
    assertThat(CASE.readOptional("nothing", JsonValue::asLong)).isEmpty();
    assertThat(CASE.readOptional("id", JsonValue::asString)).contains("a");
  }

  @Test
  void listsTheFieldsThereAreWhenOneIsMissing() {
    assertThatExceptionOfType(JsonException.class)
        .isThrownBy(() -> CASE.require("shapes"))
        .withMessageStartingWith("field \"shapes\" is missing; the object has [id, shape, ");
    assertThatExceptionOfType(JsonException.class)
        .isThrownBy(() -> JsonReader.parse("{}").asObject().require("a"))
        .withMessage("field \"a\" is missing; the object has []");
    JsonObject large = JsonReader.parse("{" + numbered(1000) + "}").asObject();
    assertThatExceptionOfType(JsonException.class)
        .isThrownBy(() -> large.require("a"))
        .withMessageEndingWith("30, 31...");
  }

  private static String numbered(int count) {
    StringBuilder fields = new StringBuilder();
    for (int i = 0; i < count; i++) {
      fields.append(i == 0 ? "" : ",").append('"').append(i).append("\":0");
    }
    return fields.toString();
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
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.put("a", "x"))
        .withMessage("field \"a\" was put twice");
    assertThat(builder.build()).hasToString("{\"a\":1}");
  }
}
