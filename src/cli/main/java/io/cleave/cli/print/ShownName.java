package io.cleave.cli.print;

import io.cleave.json.JsonValue;
import io.cleave.text.OneLine;
import java.nio.file.Path;

/// Quotes names of files and tensors, which may hold ends of lines and commands for terminals.
public final class ShownName {
  /// The characters of a text that are shown.
  private static final int MAX_CHARS = 200;

  private ShownName() {}

  /// The path itself, or a JSON string where it is blank or has characters that are not shown.
  public static String of(Path path) {
    String text = path.toString();
    return !text.isBlank() && OneLine.isPlain(text) ? text : JsonValue.of(text).toString();
  }

  /// The text itself where it is plain, else a JSON string; cut where it is long.
  public static String of(String text) {
    String cut = OneLine.beginning(text, MAX_CHARS);
    String json = JsonValue.of(cut).toString();
    return cut.isBlank() || json.length() != cut.length() + 2 ? json : cut;
  }
}
