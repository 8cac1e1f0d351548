package io.cleave.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cleave.TableTest;
import java.nio.ByteBuffer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTest {

  private static ThrowableAssertAlternative<JsonException> refuses(ThrowingCallable call) {
    return assertThatExceptionOfType(JsonException.class).isThrownBy(call);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "true",
        "false",
        "[0,-0,10,0.0,-0.5e-0,1E5,1e+05,123.456e-789,18446744073709551615]",
        "\"a\"",
        "[]",
        "{}",
        "[1,[2,[]],{\"a\":null}]",
        "{\"b\":1,\"a\":{\"b\":2},\"\":\"\"}",
      })
  void readsWhatItWrites(String json) {
    assertThat(JsonReader.parse(json)).hasToString(json);
  }

  @Test
  void skipsTheFourKindsOfWhiteSpace() {
    String json = " \t\r\n{ \"a\" :\t[ 1\r,\n2 ] , \"b\" : { } } \n";
    assertThat(JsonReader.parse(json)).hasToString("{\"a\":[1,2],\"b\":{}}");
  }

  /// In the texts, `~` is a line break and `^` a backslash.
  @TableTest(
      """
      ` ~ `          | line 2, column 2: expected a value, found the end of the text
      1 2            | column 3: expected the end of the text after one value, found "2"
      \ufeff1        | column 1: expected a value, found U+FEFF
      [\u202e]       | column 2: expected a value, found U+202E
      1 // one       | column 3: expected the end of the text after one value
      [1             | column 3: expected "," or "]", found the end of the text
      [1,]           | column 4: expected a value, found "]"
      [1}            | column 3: expected "," or "]", found "}"
      {"a":1,}       | column 8: expected a field name in double quotes, found "}"
      {'a':1}        | column 2: expected a field name in double quotes, found "'"
      {"a" 1}        | column 6: expected ":" after a field name, found "1"
      {"a":1;"b":2}  | column 7: expected "," or "}", found ";"
      nullnull       | column 1: expected a value such as 7, -1.5 or true, found "nullnull"
      [NaN]          | column 2: expected a value such as 7, -1.5 or true, found "NaN"
      [01]           | found "01"
      [-]            | found "-"
      [+1]           | found "+1"
      [.5]           | found ".5"
      [1.]           | found "1."
      [1e]           | found "1e"
      [0x1]          | found "0x1"
      [-Infinity]    | found "-Infinity"
      [\u0661]       | expected a value, found U+0661
      ["a]           | column 2: the string that begins here has no closing quote
      "^x41"         | column 3: expected one of "\\/bfnrtu after a backslash
      "a~b"          | column 3: a string may hold U+000A only as an escape
      "^u12g4"       | expected four hexadecimal digits after \\u, found "g"
      ["a^ud800"]    | column 2: a string must hold whole characters, not half
      "a\ud800b"     | column 1: a string must hold whole characters
      {"a":1,"^u0061":2} | column 8: field "a" is there twice in one object; keep one
      {~  "a": 1,~  "b": ?~} | line 3, column 8: expected a value, found "?"
      """)
  void refusesWithThePlaceAndTheReason(String text, String message) {
    String json = text.replace('~', '\n').replace('^', '\\');
    refuses(() -> JsonReader.parse(json)).withMessageContaining(message);
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
        "\"\u00ed\u00a0\u0080\"", // half of a surrogate pair
        "\"\u00f4\u0090\u0080\u0080\"", // beyond the last character, U+10FFFF
        "\"\u00e2\u0082", // cut short
      })
  void refusesBytesThatAreNotUtf8(String bytes) {
    refuses(() -> JsonReader.parseUtf8(ByteBuffer.wrap(bytes.getBytes(ISO_8859_1))))
        .withMessage(
            "JSON must be UTF-8, and its bytes from offset 1 on are not; save it as UTF-8");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u00ef\u00bb\u00bf{}", "{\0}\0", "\0{\0}"})
  void guessesNoOtherEncoding(String bytes) {
    refuses(() -> JsonReader.parseUtf8(ByteBuffer.wrap(bytes.getBytes(ISO_8859_1))))
        .withMessageMatching("line 1, column [12]: expected .*, found U\\+(FEFF|0000)");
  }

  @Test
  void allowsSixtyFourLevelsAndRefusesOneMore() {
    String deepest = "[".repeat(64) + "]".repeat(64);
    assertThat(JsonReader.parse(deepest)).hasToString(deepest);
    String siblings = "[" + "[{}],".repeat(1000) + "[]]";
    assertThat(JsonReader.parse(siblings)).hasToString(siblings);
    String message = "lists and objects may nest at most 64 deep";
    refuses(() -> JsonReader.parse("[" + deepest + "]")).withMessageContaining(message);
    refuses(() -> JsonReader.parse("[".repeat(10_000_000))).withMessageContaining(message);
    refuses(() -> JsonReader.parse("{\"a\":".repeat(1_000_000))).withMessageContaining(message);
  }

  @Test
  void boundsTheNumberOfValues() {
    // The list is a value too.
    String most = "[" + "{},".repeat(JsonReader.MAX_VALUES - 2) + "{}]";
    assertThat(JsonReader.parse(most).items()).hasSize(JsonReader.MAX_VALUES - 1);
    refuses(() -> JsonReader.parse(most.replace("}]", "},1]")))
        .withMessageContaining("a text may hold at most 4194304 values");
  }

  @Test
  void keepsMessagesShortAndPrintable() {
    String name = "\\u001b[31m\u009b" + "y".repeat(1_000_000);
    refuses(() -> JsonReader.parse("{\"%s\":1,\"%s\":2}".formatted(name, name)))
        .withMessageMatching("\\P{IsControl}{1,200}");
    // The way to what is wrong leads through such a name.
    refuses(() -> JsonReader.parse("{\"%s\":?}".formatted(name)))
        .withMessage("line 1, column 1000016: expected a value, found \"?\"");
  }
}
