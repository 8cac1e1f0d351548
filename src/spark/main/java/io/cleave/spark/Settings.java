package io.cleave.spark;

import io.cleave.text.OneLine;
import java.io.Serializable;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;

/// The settings of a split, as the user gave them. Tasks receive these and derive the same plan as
/// the driver, since plans are not serializable.
///
/// An immutable value.
final class Settings implements Serializable {
  private static final long serialVersionUID = 1;

  private static final int QUOTED_CHARS = 60;

  private final String column;
  private final EnumMap<Setting, Serializable> values;

  private Settings(String column, EnumMap<Setting, Serializable> values) {
    this.column = column;
    this.values = values;
  }

  static Settings of(String column) {
    return new Settings(column, new EnumMap<>(Setting.class));
  }

  /// The same with one more setting, which replaces an earlier one.
  ///
  /// @param value a text, a boolean, or an array that nobody else has
  Settings with(Setting setting, Serializable value) {
    EnumMap<Setting, Serializable> more = new EnumMap<>(values);
    more.put(setting, value);
    return new Settings(column, more);
  }

  /// The column to split.
  String column() {
    return column;
  }

  boolean has(Setting setting) {
    return values.containsKey(setting);
  }

  Optional<String> text(Setting setting) {
    return Optional.ofNullable((String) values.get(setting));
  }

  /// The integers of a setting; none if it is not set.
  long[] integers(Setting setting) {
    return values.get(setting) instanceof long[] numbers ? numbers.clone() : new long[0];
  }

  Optional<double[]> numbers(Setting setting) {
    return Optional.ofNullable((double[]) values.get(setting));
  }

  /// The names of the columns for the parts; none if they are not set.
  List<String> names() {
    return values.get(Setting.NAMES) instanceof String[] names ? List.of(names) : List.of();
  }

  /// Quotes text of the user in a message.
  static String quote(String text) {
    return OneLine.of(text, QUOTED_CHARS);
  }

  /// Quotes names in a message: `[r, g, b]`, or the first ones and their number.
  static String quote(List<String> names) {
    return OneLine.list(names.size(), i -> quote(names.get(i)));
  }
}
