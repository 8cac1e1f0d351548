package io.cleave.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonWriterTest {
  private static final JsonObject REPORT =
      JsonObject.builder()
          .put("file", "a.npy")
          .put("bytes", 6L)
          .put("seconds", 0.25)
          .put("exact", true)
          .put("none", new JsonNull())
          .put("shape", JsonArray.of(2, 3))
          .put("empty", JsonArray.of())
          .put("nothing", JsonObject.builder().build())
          .put("parts", JsonArray.of(List.of("q", "k"), JsonWriterTest::part))
          .build();

  private static JsonObject part(String name) {
    return JsonObject.builder().put("name", name).put("shape", JsonArray.of(1)).build();
  }

  @Test
  void writesOneLineWithoutSpaces() {
    assertThat(REPORT)
        .hasToString(
            "{\"file\":\"a.npy\",\"bytes\":6,\"seconds\":0.25,\"exact\":true,\"none\":null,"
                + "\"shape\":[2,3],\"empty\":[],\"nothing\":{},"
                + "\"parts\":[{\"name\":\"q\",\"shape\":[1]},{\"name\":\"k\",\"shape\":[1]}]}");
  }

  @Test
  void writesLinesForPeople() {
    assertThat(REPORT.pretty())
        .isEqualTo(
            """
            {
              "file": "a.npy",
              "bytes": 6,
              "seconds": 0.25,
              "exact": true,
              "none": null,
              "shape": [2, 3],
              "empty": [],
              "nothing": {},
              "parts": [
                {
                  "name": "q",
                  "shape": [1]
                },
                {
                  "name": "k",
                  "shape": [1]
                }
              ]
            }\
            """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "0022|\\\"",
        "005c|\\\\",
        "002f|/",
        "000a|\\n",
        "0000|\\u0000",
        "001f|\\u001f",
        "007f|\\u007f",
        "009b|\\u009b",
        "200b|\\u200b",
        "2028|\\u2028",
        "202e|\\u202e",
        "e0001|\\udb40\\udc01",
        "007e|~",
        "00e9|\u00e9",
        "1f600|\ud83d\ude00",
      })
  void escapesWhatIsUnsafeToPrintAndNothingElse(String codePoint, String written) {
    String character = Character.toString(Integer.parseInt(codePoint, 16));
    JsonString string = new JsonString(character);
    assertThat(string).hasToString("\"" + written + "\"");
    assertThat(JsonReader.parse(string.toString())).isEqualTo(string);
    assertThat(JsonObject.builder().put(character, 1).build())
        .hasToString("{\"" + written + "\":1}");
  }
}
