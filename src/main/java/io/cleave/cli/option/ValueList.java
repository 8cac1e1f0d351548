package io.cleave.cli.option;

import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// The value of an option such as `--mean 0.485,0.456,0.406`: one for all parts, or one for each.
///
/// @param texts the values as they were written, since f32 and f64 round them once
public record ValueList(List<String> texts) {
  /// Digits that are taken are not given back: of many, each place to cut them would be tried.
  private static final String NUMBER = "[-+]?(\\d++(\\.\\d*+)?|\\.\\d++)([eE][-+]?\\d++)?";

  /// Copies the list.
  public ValueList {
    texts = List.copyOf(texts);
  }

  /// Values in order.
  static ValueList of(String... texts) {
    return new ValueList(List.of(texts));
  }

  static ValueList of(double[] values) {
    return new ValueList(Arrays.stream(values).mapToObj(Double::toString).toList());
  }

  /// The values as a plan's conversion wants them. They go to the parts as these stand in the data;
  /// what is not wanted needs none, and gets the first one.
  ValueList forParts(SplitPlan plan) {
    List<Part> wanted = plan.parts().stream().filter(Part::isWanted).toList();
    if (texts.size() < 2 || wanted.size() == plan.partCount() || texts.size() != wanted.size()) {
      return this;
    }
    String[] all = new String[plan.partCount()];
    Arrays.fill(all, texts.getFirst());
    for (int i = 0; i < texts.size(); i++) {
      all[wanted.get(i).index()] = texts.get(i);
    }
    return of(all);
  }

  float[] floats() {
    float[] values = new float[texts.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = Float.parseFloat(texts.get(i));
    }
    return values;
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

  private static ValueList parse(String text, Pattern one, String example) {
    List<String> values = new ArrayList<>();
    for (String value : text.split(",", -1)) {
      if (!one.matcher(value.strip()).matches()) {
        throw new TypeConversionException(
            "\"%s\" is not a list such as %s".formatted(text, example));
      }
      values.add(value.strip());
    }
    return new ValueList(values);
  }

  /// Reads numbers.
  public static final class Converter implements ITypeConverter<ValueList> {
    private static final Pattern ONE = Pattern.compile(NUMBER);

    @Override
    public ValueList convert(String text) {
      return parse(text, ONE, "0.5,1,2e-3");
    }
  }

  /// Reads numbers, each of which may have a whole one behind a colon.
  public static final class ScaleConverter implements ITypeConverter<ValueList> {
    private static final Pattern ONE = Pattern.compile(NUMBER + "(:-?\\d{1,18})?");

    @Override
    public ValueList convert(String text) {
      return parse(text, ONE, "0.02:128,0.1");
    }
  }
}
