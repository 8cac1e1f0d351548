package io.cleave.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// What was said of a split, and nothing that was derived from it: small enough to go to every
/// task, which makes the same plan of it that the driver has checked.
///
/// An immutable value.
public final class Settings implements Serializable {
  private static final long serialVersionUID = 1;

  /// Of what is quoted: a million lengths make no sentence.
  private static final int MOST_CHARS = 60;

  private static final int MOST_NAMES = 32;

  private final EnumMap<Setting, String> values;

  private Settings(EnumMap<Setting, String> values) {
    this.values = values;
  }

  static Settings none() {
    return new Settings(new EnumMap<>(Setting.class));
  }

  /// The same that also says this; what was said of it before is forgotten.
  Settings with(Setting setting, String value) {
    EnumMap<Setting, String> more = new EnumMap<>(values);
    if (setting.isFlag() && "false".equals(value)) {
      more.remove(setting);
    } else {
      more.put(setting, value);
    }
    return new Settings(more);
  }

  /// Whether this was said.
  public boolean has(Setting setting) {
    return values.containsKey(setting);
  }

  /// What was said of this.
  public Optional<String> get(Setting setting) {
    return Optional.ofNullable(values.get(setting));
  }

  /// What was said of this, or this if nothing was.
  public String get(Setting setting, String otherwise) {
    return values.getOrDefault(setting, otherwise);
  }

  /// What was said of a list; empty if nothing was.
  public List<String> list(Setting setting) {
    String value = values.get(setting);
    return value == null
        ? List.of()
        : Arrays.stream(value.split(",", -1)).map(String::strip).toList();
  }

  /// A text as a message quotes it: not long, on one line, and of characters that are shown.
  public static String excerpt(String text) {
    String cut = text.length() <= MOST_CHARS ? text : text.substring(0, MOST_CHARS - 3) + "...";
    return cut.replaceAll("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]", "?");
  }

  /// `[r, g, b]`, or the first of them and how many there are, each as a message quotes it.
  public static String excerpt(List<String> names) {
    String first =
        names.stream().limit(MOST_NAMES).map(Settings::excerpt).collect(Collectors.joining(", "));
    String rest = names.size() <= MOST_NAMES ? "" : ", ... " + names.size() + " in all";
    return "[" + first + rest + "]";
  }

  /// `column pixels, shape 224,224,3, type u8, axis -1, lengths 1,1,1`
  @Override
  public String toString() {
    return values.entrySet().stream()
        .map(entry -> entry.getKey() + " " + excerpt(entry.getValue()))
        .collect(Collectors.joining(", "));
  }
}
