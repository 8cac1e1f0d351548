package io.cleave.ir.write;

import io.cleave.text.OneLine;

/// Writes the names of tensors into an `.xml` file.
final class XmlName {
  private XmlName() {}

  /// @throws IllegalArgumentException if the name cannot be written
  static void require(String name) {
    boolean writable = name.codePoints().allMatch(XmlName::isWritable);
    // A list of names has a comma between them, and a backslash before a comma of their own.
    if (name.isEmpty() || !writable || name.endsWith("\\") || name.contains("\\,")) {
      throw new IllegalArgumentException(
          "the name \"%s\" cannot be written to a model; use another one"
              .formatted(OneLine.excerpt(name)));
    }
  }

  /// What XML 1.0 knows of; tabs and line ends only as numbers.
  private static boolean isWritable(int c) {
    return c == '\t'
        || c == '\n'
        || c == '\r'
        || (c >= ' ' && c < Character.MIN_SURROGATE)
        || (c > Character.MAX_SURROGATE && c < 0xFFFE)
        || c > 0xFFFF;
  }

  /// A name as an attribute of a port has it.
  static String tensor(String name) {
    var text = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      switch (c) {
        case ',' -> text.append("\\,");
        case '&' -> text.append("&amp;");
        case '<' -> text.append("&lt;");
        case '>' -> text.append("&gt;");
        case '"' -> text.append("&quot;");
        case '\t', '\n', '\r' -> text.append("&#").append((int) c).append(';');
        default -> text.append(c);
      }
    }
    return text.toString();
  }
}
