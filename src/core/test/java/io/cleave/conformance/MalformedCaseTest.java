package io.cleave.conformance;

import static io.cleave.conformance.Trials.replace;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MalformedCaseTest {
  private static final String EXPECT =
      "\"expect\":{\"shapes\":[[2,1],[2,2]],\"values\":[[0,3],[1,2,4,5]]}";

  private static void requireMalformed(String line, String reason) {
    assertThat(Trials.run(line)).startsWith("failed: malformed case: ").contains(reason);
  }

  @Test
  void theUnchangedCasesPass() {
    assertThat(Trials.run(Trials.GOOD)).isEqualTo("passed");
    assertThat(Trials.run(Trials.EQUAL)).isEqualTo("passed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"id", "op", "shape", "axis", "split_lengths"})
  void aFieldIsMissing(String field) {
    String line = replace(Trials.GOOD, "\"" + field + "\":", "\"no_" + field + "\":");
    requireMalformed(line, "field \"" + field + "\" is missing");
  }

  @Test
  void originAndDataMayBeMissing() {
    String line = replace(Trials.EQUAL, "\"origin\":\"here\",", "").replace("\"data\":null,", "");
    assertThat(Trials.run(line)).isEqualTo("passed");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "VariadicSplit-1               | Concat-1                       | found \"Concat-1\"",
        "'[2,3],\"data\"'              | '[2,1.5],\"data\"'             | \"shape\", index 1",
        "'[2,3],\"data\"'              | '[2,\"1,2\"],\"data\"'         | \"shape\", index 1",
        "'\"iota\"'                    | '\"ioto\"'                     | \"data\"",
        "'\"iota\"'                    | '[0,1,2,3,4]'                  | data has 5",
        "'\"iota\"'                    | '[0,1,2,3,4,true]'             | found true",
        "'{\"value\":1,'               | '{\"value\":1.5,'              | found 1.5",
        "'{\"value\":1,'               | '{\"value\":[1,1],'            | value has 2",
        "'\"type\":\"i64\",\"shape\":[]'   | '\"type\":\"i64\"'         | \"shape\" is missing",
        "'\"type\":\"i64\",\"shape\":[]'   | '\"type\":\"i64\",\"shape\":\"...\"' | of shape ...",
        "'\"type\":\"i64\",\"shape\":[2]'  | '\"type\":\"i64\",\"shape\":[-1]'    | of shape",
        "'\"type\":\"i64\",\"shape\":[2]'  | '\"type\":\"i64\",\"shape\":[3]'     | value has 2",
        "'[1,-1]'                      | '[1,\"rest\"]'                 | \"value\", index 1",
      })
  void aFieldIsNotWhatItShouldBe(String part, String by, String reason) {
    requireMalformed(replace(Trials.GOOD, part, by), reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'\"expect\":7'                                   | expected an object",
        "'\"expect\":{}'                                  | \"shapes\" is missing",
        "'\"expect\":{\"error\":7}'                       | \"error\"",
        "'\"expect\":{\"shapes\":[[2,1]],\"error\":\"\"}' | found both",
        "'\"expect\":{\"shapes\":[[2,-5]]}'               | dimension -5 must be 0 or more",
        "'\"expect\":{\"shapes\":[[2,1]],\"values\":[]}'  | a list for each part",
        "'\"expect\":{\"shapes\":[[2,1],[2,2]],\"values\":[[],[]]}' | 0 values are listed",
      })
  void theExpectationIsNone(String by, String reason) {
    requireMalformed(replace(Trials.GOOD, EXPECT, by), reason);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{", "7", "[]", "null", "\"a case\"", "{} {}", "{\"id\":1,\"id\":1}", "#"})
  void theLineIsNoObject(String line) {
    requireMalformed(line, "");
  }

  @Test
  void aKnownValueOfUnknownDataCannotBeCompared() {
    String line = replace(Trials.GOOD, "\"value\":1,\"type\"", "\"value\":\"unknown\",\"type\"");
    String expect = "\"expect\":{\"shapes\":[[-1,-1],[-1,-1]]}";
    assertThat(Trials.run(replace(line, EXPECT, expect))).isEqualTo("passed");
    String values = "\"expect\":{\"shapes\":[[-1,-1],[-1,-1]],\"values\":[[],[]]}";
    requireMalformed(replace(line, EXPECT, values), "values can be compared only where");
  }

  /// All parts may be known where the data is not.
  @Test
  void knownPartsOfUnknownDataCannotBeCompared() {
    String line =
        replace(replace(Trials.GOOD, "[2,3],\"data\"", "[2,-1],\"data\""), "[1,-1]", "[1,2]");
    String expect = "\"expect\":{\"shapes\":[[2,1],[2,2]]}";
    assertThat(Trials.run(replace(line, EXPECT, expect))).isEqualTo("passed");
    requireMalformed(line, "values can be compared only where the input is fully known");
  }

  /// Even a case whose input is refused proves nothing when its data is not what the format asks
  /// for.
  @Test
  void aMalformedCaseIsNeverRefused() {
    String refused = replace(Trials.GOOD, EXPECT, "\"expect\":{\"error\":\"no such axis\"}");
    String bad = replace(refused, "{\"value\":1,", "{\"value\":9,");
    assertThat(Trials.run(bad)).isEqualTo("passed");
    requireMalformed(replace(bad, "\"iota\"", "[1,2,3]"), "data has 3");
    requireMalformed(replace(bad, "\"iota\"", "[1,2,3,4,5,\"six\"]"), "found \"six\"");
    requireMalformed(replace(bad, "{\"value\":9,", "{\"value\":\"nine\","), "\"nine\"");
    requireMalformed(replace(bad, "\"split_lengths\"", "\"lengths\""), "is missing");
  }
}
