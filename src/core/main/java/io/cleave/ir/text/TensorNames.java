package io.cleave.ir.text;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads a list of tensor names, in which a comma that belongs to a name is written `\,`.
public final class TensorNames {
  private TensorNames() {}

  /// The names in the list; none if there is no list.
  public static List<String> parse(@Nullable String text) {
    if (text == null || text.isEmpty()) {
      return List.of();
    }
    List<String> names = new ArrayList<>();
    var name = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && i + 1 < text.length() && text.charAt(i + 1) == ',') {
        name.append(',');
        i++;
      } else if (c == ',') {
        add(name, names);
      } else {
        name.append(c);
      }
    }
    add(name, names);
    return names;
  }

  private static void add(StringBuilder name, List<String> names) {
    if (!name.isEmpty()) {
      names.add(name.toString());
    }
    name.setLength(0);
  }
}
