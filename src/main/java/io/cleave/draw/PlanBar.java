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
  /// The signs that a terminal has.
  enum Pen {
    UNICODE("┌┬┐", "└┴┘", "─", "│", "…"),
    ASCII("+++", "+++", "-", "|", "~");

    private final String upper;
    private final String lower;
    private final char across;
    private final char down;
    private final String more;

    Pen(String upper, String lower, String across, String down, String more) {
      this.upper = upper;
      this.lower = lower;
      this.across = across.charAt(0);
      this.down = down.charAt(0);
      this.more = more;
    }
  }

  private static final int LEAST = 12;
  private static final String MARGIN = "  ";

  private final PlanPicture picture;
  private final Pen pen;
  private final int width;

  /// The column of each part's left edge, and that of the last one's right edge.
  private final int[] edges;

  PlanBar(PlanPicture picture, int columns, Pen pen) {
    this.picture = picture;
    this.pen = pen;
    this.width = Math.max(LEAST, columns - 2 * MARGIN.length()) - 1;
    // A part needs a column of its own beside its edge.
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
        MARGIN + frame(pen.upper), MARGIN + names(), MARGIN + frame(pen.lower), MARGIN + offsets());
  }

  private String frame(String corners) {
    char[] line = new char[width + 1];
    Arrays.fill(line, pen.across);
    for (int edge : edges) {
      line[edge] = corners.charAt(1);
    }
    line[0] = corners.charAt(0);
    line[width] = corners.charAt(2);
    return new String(line);
  }

  private String names() {
    var line = new StringBuilder();
    int column = 0;
    for (Part part : picture.plan().parts()) {
      int room = edges[part.index() + 1] - edges[part.index()];
      if (room > 0) {
        line.append(pen.down)
            .append(Label.isolated(TextWidth.fit(label(part), room - 1, pen.more)));
        column = edges[part.index() + 1];
        pad(line, column);
      }
    }
    pad(line, width);
    return line.append(pen.down).toString();
  }

  private String label(Part part) {
    String name = Label.line(picture.label(part.index()));
    String shown = pen == Pen.ASCII ? Label.ascii(name) : name;
    return part.isWanted() ? shown : "(" + shown + ")";
  }

  /// Fills with blanks up to a column.
  private static void pad(StringBuilder line, int column) {
    line.repeat(' ', Math.max(0, column - TextWidth.of(line.toString())));
  }

  /// Those that have room: the first one, the last one, and from the left whatever does not touch
  /// another.
  private String offsets() {
    String last = Long.toString(picture.plan().row());
    int lastAt = Math.max(0, width + 1 - last.length());
    var line = new StringBuilder();
    for (Part part : picture.plan().parts()) {
      String text = Long.toString(part.offset());
      int at = edges[part.index()];
      boolean isFirst = part.offset() == 0 && line.isEmpty();
      boolean isFree = at > line.length() && at + text.length() < lastAt;
      if (!part.isEmpty() && (isFirst || isFree)) {
        pad(line, at);
        line.append(text);
      }
    }
    pad(line, lastAt);
    return line.append(last).toString();
  }
}
