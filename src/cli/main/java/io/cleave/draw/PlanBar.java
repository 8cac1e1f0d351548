package io.cleave.draw;

import io.cleave.plan.Part;
import java.util.Arrays;
import java.util.List;

/// Draws a row and its parts for a terminal:
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

  /// The column of each part's left edge, and that of the last one's right edge.
  private final int[] edges;

  PlanBar(PlanPicture picture, int columns, boolean isUnicode) {
    this.picture = picture;
    this.isUnicode = isUnicode;
    this.width = Math.max(LEAST, columns - 2 * MARGIN.length()) - 1;
    // A part needs a column beside its edge.
    RowScale scale = RowScale.of(picture.plan(), width, 2);
    int count = picture.plan().partCount();
    this.edges = new int[count + 1];
    Arrays.setAll(edges, i -> (int) Math.round(i < count ? scale.begin(i) : width));
  }

  List<String> draw() {
    if (picture.plan().row() == 0) {
      return List.of();
    }
    return List.of(
        MARGIN + frame(isUnicode ? "┌─┬┐" : "+-++"),
        MARGIN + names(isUnicode ? '│' : '|', isUnicode ? '…' : '~'),
        MARGIN + frame(isUnicode ? "└─┴┘" : "+-++"),
        MARGIN + offsets());
  }

  private String frame(String signs) {
    char[] line = new char[width + 1];
    Arrays.fill(line, signs.charAt(1));
    for (int edge : edges) {
      line[edge] = signs.charAt(2);
    }
    line[0] = signs.charAt(0);
    line[width] = signs.charAt(3);
    return new String(line);
  }

  private String names(char edge, char more) {
    var line = new StringBuilder();
    for (Part part : picture.plan().parts()) {
      int room = edges[part.index() + 1] - edges[part.index()] - 1;
      if (room >= 0) {
        String name = label(part);
        boolean isCut = name.length() > room;
        line.append(edge).append(isCut ? name.substring(0, Math.max(0, room - 1)) : name);
        line.append(isCut && room > 0 ? "" + more : "");
        pad(line, edges[part.index() + 1]);
      }
    }
    pad(line, width);
    return line.append(edge).toString();
  }

  /// The name of a part, or its number where a terminal may show the name wider or from right to
  /// left.
  private String label(Part part) {
    String name = picture.label(part.index());
    boolean isNarrow = name.chars().allMatch(c -> c < (isUnicode ? 0x250 : 0x7F));
    String shown = isNarrow ? name : Integer.toString(part.index());
    return part.isWanted() ? shown : "(" + shown + ")";
  }

  private static void pad(StringBuilder line, int column) {
    line.repeat(' ', Math.max(0, column - line.length()));
  }

  /// The offsets that have room: the first one, the last one, and from the left those that touch no
  /// other.
  private String offsets() {
    String last = Long.toString(picture.plan().row());
    int lastAt = Math.max(0, width + 1 - last.length());
    var line = new StringBuilder();
    for (Part part : picture.plan().parts()) {
      String text = Long.toString(part.offset());
      int at = edges[part.index()];
      boolean isFree = at > line.length() && at + text.length() < lastAt;
      if (!part.isEmpty() && (line.isEmpty() || isFree)) {
        pad(line, at);
        line.append(text);
      }
    }
    pad(line, lastAt);
    return line.append(last).toString();
  }
}
