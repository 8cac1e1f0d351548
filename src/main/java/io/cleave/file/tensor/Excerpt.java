package io.cleave.file.tensor;

import java.nio.file.Path;
import java.util.regex.Pattern;

/// How a piece of a file is quoted in a message: short, on one line, in printable ASCII, whatever
/// the file holds.
public final class Excerpt {
  private static final int MAX_CHARS = 60;

  private static final Pattern HIDDEN = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]");

  private Excerpt() {}

  /// The path as it is logged: whole, but for what is not shown or commands a terminal.
  public static String of(Path path) {
    return HIDDEN.matcher(path.toString()).replaceAll("?");
  }

  /// The piece as it is quoted.
  public static String of(String text) {
    String shown = text.length() <= MAX_CHARS ? text : text.substring(0, MAX_CHARS - 3) + "...";
    return shown.replaceAll("[^ -~]", "?");
  }
}
