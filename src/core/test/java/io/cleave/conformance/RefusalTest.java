package io.cleave.conformance;

import static io.cleave.conformance.Trials.replace;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefusalTest {
  private static final String REFUSED =
      Trials.GOOD.replaceFirst("\"expect\".*", "\"expect\":{\"error\":\"why\"}}");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'\"f32\"'        | '\"f33\"'",
        "'[2,3]'          | '[2,-5]'",
        "'[2,3]'          | '[2,\"..\"]'",
        "'[2,3]'          | '[4611686018427387904,3]'",
        "'\"value\":1,'   | '\"value\":2,'",
        "'\"value\":1,'   | '\"value\":9223372036854775808,'",
        "'\"value\":1,\"type\":\"i64\"'   | '\"value\":18446744073709551615,\"type\":\"u64\"'",
        "'\"value\":1,\"type\":\"i64\"'   | '\"value\":300,\"type\":\"u8\"'",
        "'\"value\":1,\"type\":\"i64\"'   | '\"value\":1,\"type\":\"f32\"'",
        "'\"value\":1,\"type\":\"i64\",\"shape\":[]' |"
            + " '\"value\":[],\"type\":\"i64\",\"shape\":[0]'",
        "'\"value\":1,\"type\":\"i64\",\"shape\":[]' |"
            + " '\"value\":1,\"type\":\"i64\",\"shape\":[-5]'",
        "'[1,-1]'         | '[1,-2]'",
        "'[1,-1]'         | '[4,-1]'",
      })
  void anInputIsRefused(String part, String by) {
    assertThat(Trials.run(replace(REFUSED, part, by))).isEqualTo("passed");
  }

  @ParameterizedTest
  @CsvSource({"0", "3", "9223372036854775807", "9223372036854775808"})
  void aNumberOfPartsIsRefused(String count) {
    String refused = Trials.EQUAL.replaceFirst("\"expect\".*", "\"expect\":{\"error\":\"why\"}}");
    String line = replace(refused, "\"num_splits\":2", "\"num_splits\":" + count);
    assertThat(Trials.run(line)).isEqualTo("passed");
  }

  @Test
  void anAcceptedInputFails() {
    assertThat(Trials.run(REFUSED))
        .hasToString("failed: must be refused, but was accepted as the shapes [[2, 1], [2, 2]]");
  }

  /// A refused case never reaches the splitter, so nothing can be written.
  @Test
  void theSplitterIsNotAsked() {
    PlainSplitter closed = new PlainSplitter();
    closed.close();
    assertThat(Trials.run(replace(REFUSED, "[1,-1]", "[1,3]"), closed)).isEqualTo("passed");
  }

  @Test
  void aRefusalThatWasNotExpectedFails() {
    assertThat(Trials.run(replace(Trials.GOOD, "[1,-1]", "[1,3]")))
        .startsWith("failed: must be accepted, but was refused: lengths [1, 3] must sum to 3");
    assertThat(Trials.run(replace(Trials.GOOD, "\"f32\"", "\"f33\"")))
        .startsWith("failed: must be accepted, but was refused: element type \"f33\"");
  }

  @Test
  void otherShapesFail() {
    assertThat(Trials.run(replace(Trials.EQUAL, "[[2],[2]]", "[[2],[1]]")))
        .hasToString("failed: inferred shapes are [[2], [2]], expected [[2], [1]]");
    assertThat(Trials.run(replace(Trials.EQUAL, "[[2],[2]]", "[[2]]")))
        .hasToString("failed: inferred shapes are [[2], [2]], expected [[2]]");
    assertThat(Trials.run(replace(Trials.EQUAL, "[[2],[2]]", "[\"...\",[2]]")))
        .hasToString("failed: inferred shapes are [[2], [2]], expected [..., [2]]");
  }

  @Test
  void otherValuesFail() {
    assertThat(Trials.run(replace(Trials.GOOD, "[0,3]", "[0,4]")))
        .startsWith("failed: part 0 of shape [2, 1]: byte 6 of 8 is 40, expected 80");
  }
}
