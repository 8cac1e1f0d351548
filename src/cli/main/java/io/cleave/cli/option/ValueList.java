package io.cleave.cli.option;

import io.cleave.text.OneLine;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The value of an option such as `--mean 0.485,0.456,0.406`: one for all parts, or one for each.
///
/// @param texts the values as they were written, since f32 and f64 round them once
public record ValueList(List<String> texts) {
  /// Possessive, since a pattern that gives digits back takes time that is quadratic in them.
  private static final String NUMBER = "[-+]?(\\d++(\\.\\d*+)?|\\.\\d++)([eE][-+]?\\d++)?";

  private static final Pattern VALUE = Pattern.compile(NUMBER);
  private static final Pattern SCALE = Pattern.compile(NUMBER + "(:-?\\d{1,18})?");

  /// Copies the list.
  public ValueList {
    texts = List.copyOf(texts);
  }

  /// The values as f32, each rounded once.
  double[] floats() {
    return texts.stream().mapToDouble(Float::parseFloat).toArray();
  }

  double[] doubles() {
    return texts.stream().mapToDouble(Double::parseDouble).toArray();
  }

  /// The values before the colons: `0.5` of `0.5:128`.
  ValueList scales() {
    return new ValueList(texts.stream().map(text -> text.split(":", 2)[0]).toList());
  }

  /// The numbers behind the colons, 0 where there is none.
  long[] zeroPoints() {
    return texts.stream()
        .mapToLong(text -> text.contains(":") ? Long.parseLong(text.split(":", 2)[1]) : 0)
        .toArray();
  }

  /// Reads numbers.
  ///
  /// @throws IllegalArgumentException if it is no list of them
  static ValueList parse(String text) {
    return parse(text, VALUE, "\"%s\" is not a list such as 0.5,1,2e-3");
  }

  /// Reads numbers, each of which may have a zero point behind a colon.
  ///
  /// @throws IllegalArgumentException if it is no list of them
  static ValueList parseScales(String text) {
    return parse(text, SCALE, "--dequantize \"%s\" is not a list such as 0.02:128,0.1");
  }

  private static ValueList parse(String text, Pattern one, String refusal) {
    List<String> values = new ArrayList<>();
    for (String value : text.split(",", -1)) {
      if (!one.matcher(value.strip()).matches()) {
        throw new IllegalArgumentException(refusal.formatted(OneLine.of(text)));
      }
      values.add(value.strip());
    }
    return new ValueList(values);
  }
}
