package io.cleave.conformance;

import io.cleave.Splitter;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Runs cases that are written in a test.
public final class Trials {
  /// A case that passes; tests change single fields of it.
  public static final String GOOD =
      """
      {"id":"good","origin":"here","op":"VariadicSplit-1","element_type":"f32","shape":[2,3],"data":"iota",\
      "axis":{"value":1,"type":"i64","shape":[]},"split_lengths":{"value":[1,-1],"type":"i64","shape":[2]},\
      "expect":{"shapes":[[2,1],[2,2]],"values":[[0,3],[1,2,4,5]]}}\
      """;

  /// The same for Split-1.
  static final String EQUAL =
      """
      {"id":"equal","origin":"here","op":"Split-1","element_type":"f32","shape":[4],"data":null,\
      "axis":{"value":0,"type":"i64","shape":[]},"num_splits":2,"expect":{"shapes":[[2],[2]]}}\
      """;

  private Trials() {}

  /// Runs one case; `passed`, or what is wrong.
  static String run(String line) {
    return run(line, new PlainSplitter());
  }

  static String run(String line, Splitter splitter) {
    List<CaseResult> results = new ArrayList<>();
    new Conformance(splitter).run(List.of(source(line)), results::add);
    CaseResult only = results.getFirst();
    return switch (only.outcome()) {
      case PASSED -> "passed";
      case FAILED -> "failed: " + only.detail();
      case SKIPPED -> "skipped: " + only.detail();
    };
  }

  static CaseSource source(String text) {
    return source(text.getBytes(StandardCharsets.UTF_8));
  }

  static CaseSource source(byte[] bytes) {
    return new CaseSource("test.jsonl", () -> new ByteArrayInputStream(bytes));
  }
}
