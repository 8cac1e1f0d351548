package io.cleave.conformance;

import io.cleave.Splitter;
import io.cleave.conformance.Case.Data;
import io.cleave.json.JsonString;
import io.cleave.json.JsonValue;
import io.cleave.plan.SplitPlan;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Carries out one plan for strings, and compares every element.
final class StringTrial {
  private final Splitter splitter;
  private final SplitPlan plan;
  private final NaiveSplit oracle;
  private final Seed seed;

  /// @param plan for strings
  /// @param oracle for the same split
  StringTrial(Splitter splitter, SplitPlan plan, NaiveSplit oracle, Seed seed) {
    this.splitter = splitter;
    this.plan = plan;
    this.oracle = oracle;
    this.seed = seed;
  }

  /// @param values of each part; empty where the oracle is asked
  /// @throws CaseFailure if a value is no string, or an answer is wrong
  void run(Data content, Optional<List<List<JsonValue>>> values) {
    String[] data = data(content);
    List<String[]> expected =
        values
            .map(lists -> lists.stream().map(StringTrial::strings).toList())
            .orElseGet(() -> oracle.split(data));
    String[] original = data.clone();
    requireEqual(splitter.split(plan, data), expected);
    requireUnchanged(data, original);
  }

  /// @throws CaseFailure if a value is no string
  static String[] strings(List<JsonValue> values) {
    return values.stream().map(StringTrial::string).toArray(String[]::new);
  }

  private static String string(JsonValue value) {
    if (value instanceof JsonString text) {
      return text.value();
    }
    throw CaseFailure.malformed(
        "expected a value of type string, found %s".formatted(Excerpt.of(value)));
  }

  private String[] data(Data content) {
    String[] data = new String[Math.toIntExact(plan.data().shape().elements())];
    switch (content) {
      case Data.Iota _ -> Arrays.setAll(data, Integer::toString);
      case Data.Any _ -> Arrays.setAll(data, seed::word);
      case Data.Values(List<JsonValue> values) -> {
        return strings(values);
      }
    }
    return data;
  }

  private static void requireEqual(List<String[]> actual, List<String[]> expected) {
    if (actual.size() != expected.size()) {
      throw new CaseFailure(
          "%s new parts came back, expected %s".formatted(actual.size(), expected.size()));
    }
    for (int i = 0; i < expected.size(); i++) {
      requireEqual(i, actual.get(i), expected.get(i));
    }
  }

  private static void requireEqual(int part, String[] actual, String[] expected) {
    if (actual.length != expected.length) {
      throw new CaseFailure(
          "part %s is %s strings, expected %s strings"
              .formatted(part, actual.length, expected.length));
    }
    int at = Arrays.mismatch(actual, expected);
    if (at >= 0) {
      throw new CaseFailure(
          "part %s: element %s is not %s".formatted(part, at, Excerpt.of((Object) expected[at])));
    }
  }

  private static void requireUnchanged(String[] data, String[] original) {
    if (!Arrays.equals(data, original)) {
      throw new CaseFailure("the data was changed");
    }
  }
}
