package io.cleave.cli.print;

import io.cleave.json.JsonString;
import io.cleave.text.OneLine;
import java.nio.file.Path;

/// A name as it may be printed: a file's own texts may hold anything, such as ends of lines and
/// what terminals take for commands.
public final class ShownName {
  /// What is shown of a text, which may be megabytes long.
  private static final int MAX_CHARS = 200;

  private ShownName() {}

  /// The path itself, whole, where all its characters are shown, else as a JSON string: names of
  /// files may be as hostile as what is in them. So is one that is blank, which would be missed.
  public static String of(Path path) {
    String text = path.toString();
    return !text.isBlank() && OneLine.isPlain(text) ? text : new JsonString(text).toString();
  }

  /// The text itself where that is plain, else as a JSON string, cut where it is long.
  public static String of(String text) {
    String cut =
        text.length() <= MAX_CHARS
            ? text
            : text.codePoints()
                    .limit(MAX_CHARS)
                    .collect(
                        StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                + "...";
    String json = new JsonString(cut).toString();
    String inner = json.substring(1, json.length() - 1);
    return inner.isBlank() || !inner.equals(cut) ? json : cut;
  }
}
