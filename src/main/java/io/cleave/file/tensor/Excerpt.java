package io.cleave.file.tensor;

import io.cleave.text.OneLine;
import java.nio.file.Path;

/// How a piece of a file is quoted in a message: short, on one line, in printable ASCII, whatever
/// the file holds.
public final class Excerpt {
  private static final int MAX_CHARS = 60;

  private Excerpt() {}

  /// The path as it is logged: whole, but for what is not shown or commands a terminal.
  public static String of(Path path) {
    return OneLine.of(path.toString());
  }

  /// The piece as it is quoted.
  public static String of(String text) {
    String shown = text.length() <= MAX_CHARS ? text : text.substring(0, MAX_CHARS - 3) + "...";
    return shown.replaceAll("[^ -~]", "?");
  }
}
