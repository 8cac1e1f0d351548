package io.cleave.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MalformedCaseTest {
  private static final String EXPECT =
      "\"expect\":{\"shapes\":[[2,1],[2,2]],\"values\":[[0,3],[1,2,4,5]]}";

  private static void requireMalformed(String line, String reason) {
    assertThat(Trials.run(line))
        .isInstanceOfSatisfying(
            Outcome.Failed.class,
            failed -> assertThat(failed.reason()).startsWith("malformed case: ").contains(reason));
  }

  private static String replace(String in, String part, String by) {
    assertThat(in).contains(part);
    return in.replace(part, by);
  }

  @Test
  void theUnchangedCasesPass() {
    assertThat(Trials.run(Trials.GOOD)).isInstanceOf(Outcome.Passed.class);
    assertThat(Trials.run(Trials.EQUAL)).isInstanceOf(Outcome.Passed.class);
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
    assertThat(Trials.run(line)).isInstanceOf(Outcome.Passed.class);
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
        "'\"type\":\"i64\",\"shape\":[]'   | '\"type\":\"i64\",\"shape\":\"...\"' | known shape",
        "'\"type\":\"i64\",\"shape\":[2]'  | '\"type\":\"i64\",\"shape\":[-1]'    | known shape",
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
        "'\"expect\":{\"shapes\":[[1]],\"values\":[[]]}'  | list 0 of values has 0",
      })
  void theExpectationIsNone(String by, String reason) {
    requireMalformed(replace(Trials.GOOD, EXPECT, by), reason);
  }

  /// To multiply them all would take quadratic time.
  @Test
  @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void theDataHasManyExtents() {
    String extents = (Long.MAX_VALUE + ",").repeat(400_000);
    String line = replace(Trials.GOOD, "\"iota\"", "[]");
    requireMalformed(replace(line, "[2,3],\"data\"", "[" + extents + "9],\"data\""), "shape [");
    String empty = replace(line, "[2,3],\"data\"", "[" + extents + "0],\"data\"");
    assertThat(Trials.run(empty).toString()).doesNotContain("malformed");
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
    assertThat(Trials.run(replace(line, EXPECT, expect))).isInstanceOf(Outcome.Passed.class);
    String values = "\"expect\":{\"shapes\":[[-1,-1],[-1,-1]],\"values\":[[],[]]}";
    requireMalformed(replace(line, EXPECT, values), "needs a known shape");
  }

  /// All parts may be known where the data is not.
  @Test
  void knownPartsOfUnknownDataCannotBeCompared() {
    String line =
        replace(replace(Trials.GOOD, "[2,3],\"data\"", "[2,-1],\"data\""), "[1,-1]", "[1,2]");
    String expect = "\"expect\":{\"shapes\":[[2,1],[2,2]]}";
    assertThat(Trials.run(replace(line, EXPECT, expect))).isInstanceOf(Outcome.Passed.class);
    requireMalformed(line, "values can be compared only where the input is fully known");
  }

  /// Even a case whose input is refused proves nothing when its data is not what the format asks
  /// for.
  @Test
  void aMalformedCaseIsNeverRefused() {
    String refused = replace(Trials.GOOD, EXPECT, "\"expect\":{\"error\":\"no such axis\"}");
    String bad = replace(refused, "{\"value\":1,", "{\"value\":9,");
    assertThat(Trials.run(bad)).isInstanceOf(Outcome.Passed.class);
    requireMalformed(replace(bad, "\"iota\"", "[1,2,3]"), "data has 3");
    requireMalformed(replace(bad, "\"iota\"", "[1,2,3,4,5,\"six\"]"), "not \"six\"");
    requireMalformed(replace(bad, "{\"value\":9,", "{\"value\":\"nine\","), "\"nine\"");
    requireMalformed(replace(bad, "\"split_lengths\"", "\"lengths\""), "is missing");
  }
}
