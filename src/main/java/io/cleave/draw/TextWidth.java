package io.cleave.draw;

/// How much room a text takes, in columns of a terminal: 2 for East Asian letters and pictures, 0
/// for marks that stand on other letters and for invisible signs, else 1.
final class TextWidth {
  private TextWidth() {}

  static int of(String text) {
    return text.codePoints().map(TextWidth::of).sum();
  }

  /// The text if it is at most so wide, else as much of its beginning as fits, and `more`.
  static String fit(String text, int columns, String more) {
    if (of(text) <= columns) {
      return text;
    }
    int room = columns - of(more);
    var cut = new StringBuilder();
    int used = 0;
    for (int point : text.codePoints().toArray()) {
      used += of(point);
      if (used > room) {
        break;
      }
      cut.appendCodePoint(point);
    }
    return room < 1 ? "" : cut + more;
  }

  private static int of(int point) {
    return switch (Character.getType(point)) {
      case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> 0;
      default -> isWide(point) ? 2 : 1;
    };
  }

  /// The blocks of Unicode's East Asian Width that are wide as a whole.
  private static boolean isWide(int point) {
    return (point >= 0x1100 && point <= 0x115F)
        || (point >= 0x2E80 && point <= 0xA4CF)
        || (point >= 0xAC00 && point <= 0xD7A3)
        || (point >= 0xF900 && point <= 0xFAFF)
        || (point >= 0xFE30 && point <= 0xFE6F)
        || (point >= 0xFF00 && point <= 0xFF60)
        || (point >= 0x1F300 && point <= 0x1F64F)
        || (point >= 0x1F680 && point <= 0x1FAFF)
        || (point >= 0x20000 && point <= 0x3FFFD);
  }
}
