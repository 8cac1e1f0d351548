package io.cleave.draw;

import io.cleave.plan.Geometry;
import java.util.Arrays;
import java.util.List;

/// Draws a row and its parts for a terminal, with gaps where there are none:
///
/// ```
///   ┌───────┬───────┬───────────────┐
///   │q      │k      │v              │
///   └───────┴───────┴───────────────┘
///   0       256     512          1024
/// ```
final class PlanBar {
  private static final int LEAST = 12;
  private static final String MARGIN = "  ";

  private final PlanPicture picture;
  private final boolean isUnicode;
  private final int width;

  private final Geometry geometry;

  /// The columns of each piece's left and right edge.
  private final int[] edges;

  PlanBar(PlanPicture picture, int columns, boolean isUnicode) {
    this.picture = picture;
    this.isUnicode = isUnicode;
    this.width = Math.max(LEAST, columns - 2 * MARGIN.length()) - 1;
    this.geometry = picture.parts().geometry();
    // A piece needs a column beside its edge.
    RowScale scale = RowScale.of(geometry, width, 2);
    this.edges = new int[2 * geometry.pieces()];
    Arrays.setAll(edges, i -> (int) Math.round(i % 2 == 0 ? scale.begin(i / 2) : scale.end(i / 2)));
  }

  List<String> draw() {
    if (geometry.pieces() == 0) {
      return List.of();
    }
    return List.of(
        MARGIN + new String(frame(isUnicode ? "┌─┬┐" : "+-++")),
        MARGIN + names(isUnicode ? "│ ││" : "| ||", isUnicode ? '…' : '~'),
        MARGIN + new String(frame(isUnicode ? "└─┴┘" : "+-++")),
        MARGIN + offsets());
  }

  private char[] frame(String signs) {
    char[] line = new char[width + 1];
    Arrays.fill(line, signs.charAt(1));
    for (int edge : edges) {
      line[edge] = signs.charAt(2);
    }
    line[0] = signs.charAt(0);
    line[width] = signs.charAt(3);
    return line;
  }

  private String names(String signs, char more) {
    char[] line = frame(signs);
    for (int i = 0; i < geometry.pieces(); i++) {
      int begin = edges[2 * i] + 1;
      int room = edges[2 * i + 1] - begin;
      String name = label(geometry.slice(i));
      name.getChars(0, Math.clamp(room, 0, name.length()), line, begin);
      if (room > 0 && name.length() > room) {
        line[begin + room - 1] = more;
      }
    }
    return new String(line);
  }

  /// The name of a part, or its number where a terminal may show the name wider or from right to
  /// left.
  private String label(int part) {
    String name = picture.label(part);
    boolean isNarrow = name.chars().allMatch(c -> c < (isUnicode ? 0x250 : 0x7F));
    return isNarrow ? name : Integer.toString(part);
  }

  private static void pad(StringBuilder line, int column) {
    line.repeat(' ', Math.max(0, column - line.length()));
  }

  /// The offsets that have room: the first one, the last one, and from the left those that touch no
  /// other.
  private String offsets() {
    String last = Long.toString(geometry.row());
    int lastAt = Math.max(0, width + 1 - last.length());
    var line = new StringBuilder();
    for (int i = 0; i < geometry.pieces(); i++) {
      String text = Long.toString(geometry.offset(i));
      int at = edges[2 * i];
      boolean isFree = at > line.length() && at + text.length() < lastAt;
      if (line.isEmpty() || isFree) {
        pad(line, at);
        line.append(text);
      }
    }
    pad(line, lastAt);
    return line.append(last).toString();
  }
}
