package io.cleave.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;

/// Texts that are made to exhaust the stack, the heap, the time or the terminal of their reader.
class JsonHostileTextTest {

  @Test
  void allowsSixtyFourLevelsAndRefusesOneMore() {
    String deepest = "[".repeat(64) + "]".repeat(64);
    assertThat(JsonReader.parse(deepest)).hasToString(deepest);
    assertRefused("[" + deepest + "]", "column 65: lists and objects may nest at most 64 deep");
    assertRefused("[".repeat(10_000_000), "column 65: lists and objects may nest at most 64 deep");
    assertRefused("{\"a\":".repeat(1_000_000), "lists and objects may nest at most 64 deep");
  }

  @Test
  void countsDepthAndNotContainers() {
    String siblings = "[" + "[{}],".repeat(1000) + "[]]";
    assertThat(JsonReader.parse(siblings)).hasToString(siblings);
  }

  @Test
  void boundsTheNumberOfValues() {
    // The list is a value too.
    String most = "[" + "{},".repeat(JsonReader.MAX_VALUES - 2) + "{}]";
    assertThat(JsonReader.parse(most).asArray().items()).hasSize(JsonReader.MAX_VALUES - 1);
    assertRefused(most.replace("}]", "},1]"), "a text may hold at most 4194304 values");
  }

  @Test
  void keepsMessagesShortAndPrintable() {
    assertThatExceptionOfType(JsonException.class)
        .isThrownBy(() -> JsonReader.parse("x".repeat(1_000_000)))
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(200));
    String name = "\\u001b[31m\u009b" + "y".repeat(1_000_000);
    assertThatExceptionOfType(JsonException.class)
        .isThrownBy(() -> JsonReader.parse("{\"%s\":1,\"%s\":2}".formatted(name, name)))
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(200))
        .withMessageMatching("\\P{IsControl}*");
    // The way to what is wrong leads through such a name.
    assertThatExceptionOfType(JsonException.class)
        .isThrownBy(() -> JsonReader.parse("{\"%s\":?}".formatted(name)))
        .withMessage("line 1, column 1000016: expected a value, found \"?\"");
  }

  private static void assertRefused(String json, String message) {
    assertThatExceptionOfType(JsonException.class)
        .isThrownBy(() -> JsonReader.parse(json))
        .withMessageContaining(message);
  }
}
