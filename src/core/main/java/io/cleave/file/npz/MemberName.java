package io.cleave.file.npz;

import io.cleave.text.OneLine;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// What the names of an archive's members may be, so that whoever unpacks it writes nowhere else.
final class MemberName {
  /// What the names of arrays end with.
  static final String SUFFIX = ".npy";

  private static final int MAX_BYTES = 0xffff;

  private MemberName() {}

  /// The member that holds an array.
  ///
  /// @throws IllegalArgumentException if an archive cannot have it
  static String ofArray(String array) {
    String name = array + SUFFIX;
    String problem = array.isEmpty() ? "is empty" : problem(name);
    if (problem != null) {
      throw new IllegalArgumentException(
          "the name '%s' %s, and no member of an archive can have it; give another"
              .formatted(OneLine.excerpt(array), problem));
    }
    return name;
  }

  /// What is wrong with a name; null if nothing is. A name with a `/` is fine: it is how NumPy
  /// writes an array of that name.
  static @Nullable String problem(String name) {
    if (name.isEmpty()) {
      return "is empty";
    }
    if (name.chars().anyMatch(Character::isISOControl)) {
      return "has a control character";
    }
    // It would be written as a question mark, and so would another one.
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
      return "has half a character";
    }
    if (name.startsWith("/") || name.startsWith("\\") || hasDrive(name)) {
      return "is absolute";
    }
    if (Arrays.asList(name.split("[/\\\\]", -1)).contains("..")) {
      return "leads out of the archive through '..'";
    }
    return name.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES
        ? "is longer than %s bytes".formatted(MAX_BYTES)
        : null;
  }

  /// Whatever follows, ends of lines included, which `.` of a pattern does not match.
  private static boolean hasDrive(String name) {
    if (name.length() < 2 || name.charAt(1) != ':') {
      return false;
    }
    int letter = name.charAt(0) | 0x20;
    return letter >= 'a' && letter <= 'z';
  }
}
