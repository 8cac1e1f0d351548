package io.cleave.file;

import io.cleave.file.tensor.Entry;
import io.cleave.text.OneLine;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// A name, or a pattern of names: `*` stands for any characters, `/` and `.` among them, and `?`
/// for one. A name matches itself, whatever is in it.
///
/// @param text the pattern
record NamePattern(String text) {
  /// What a message lists of the names that are there.
  private static final int NAMES_SHOWN = 8;

  /// The entries that any of the patterns matches, in the file's order.
  static List<Entry> select(TensorFile file, List<String> patterns) {
    Set<String> chosen = new HashSet<>();
    for (String pattern : patterns) {
      chosen.addAll(new NamePattern(pattern).namesIn(file));
    }
    return file.entries().stream().filter(entry -> chosen.contains(entry.name())).toList();
  }

  private List<String> namesIn(TensorFile file) {
    List<String> names = file.entries().stream().map(Entry::name).filter(this::matches).toList();
    if (names.isEmpty()) {
      throw new IllegalArgumentException(
          "'%s' matches no tensor of %s; %s"
              .formatted(OneLine.excerpt(text), file.file(), there(file)));
    }
    return names;
  }

  private static String there(TensorFile file) {
    List<Entry> entries = file.entries();
    if (entries.isEmpty()) {
      return "it holds none";
    }
    String more = entries.size() > NAMES_SHOWN ? " and %s more" : "";
    return entries.stream()
        .limit(NAMES_SHOWN)
        .map(entry -> OneLine.excerpt(entry.name()))
        .collect(
            Collectors.joining(", ", "it holds ", more.formatted(entries.size() - NAMES_SHOWN)));
  }

  boolean matches(String name) {
    return name.equals(text) || matchesPattern(name);
  }

  /// Goes back to the last star alone, which is enough, so that no pattern takes more than name
  /// times pattern steps.
  private boolean matchesPattern(String name) {
    int at = 0;
    int in = 0;
    int star = -1;
    int afterStar = 0;
    while (at < name.length()) {
      if (in < text.length() && text.charAt(in) == '*') {
        star = in++;
        afterStar = at;
      } else if (in < text.length()
          && (text.charAt(in) == '?' || text.charAt(in) == name.charAt(at))) {
        in++;
        at++;
      } else if (star >= 0) {
        in = star + 1;
        at = ++afterStar;
      } else {
        return false;
      }
    }
    return text.substring(in).chars().allMatch(c -> c == '*');
  }
}
