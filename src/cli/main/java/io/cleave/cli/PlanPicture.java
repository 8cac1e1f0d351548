package io.cleave.cli;

import io.cleave.plan.Geometry;
import io.cleave.plan.SplitPlan;
import io.cleave.text.OneLine;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// A plan to be shown: as text, as an SVG document, or as a bar for a terminal. An immutable value.
///
/// @param plan the plan
/// @param names a name for each part, or for each slice of a stack, or none at all
/// @param notes lines below the plan, such as the device and its route; may be empty
public record PlanPicture(SplitPlan plan, List<String> names, String notes) {
  private static final int MARGIN = 20;
  private static final int WIDTH = 900;
  private static final int BAR = 36;
  private static final int LINE = 18;

  /// About the width of a letter of 12 pixels.
  private static final double LETTER = 7.4;

  /// More would be thinner than half a pixel.
  private static final int MOST_PARTS = 1500;

  private static final int MOST_LINES = 500;
  private static final int LEAST_COLUMNS = 12;

  /// White letters are readable on all of them.
  private static final List<String> COLOURS =
      List.of("#0969da", "#bc4c00", "#1a7f37", "#8250df", "#9a6700", "#bf3989");

  public PlanPicture {
    names = List.copyOf(names);
  }

  /// The name of a part in one line, or its number.
  private String label(int part) {
    return names.isEmpty() ? Integer.toString(part) : OneLine.of(names.get(part));
  }

  /// The plan's own text; with names a line for every part. Then the tensor that the parts become,
  /// and the notes.
  @Override
  public String toString() {
    SplitPlan parts = plan.unstacked();
    String text =
        names.isEmpty()
            ? parts.toString()
            : parts.headline()
                + parts.parts().stream()
                    .map(part -> "\n  %s, named %s".formatted(part, label(part.index())))
                    .collect(Collectors.joining());
    if (plan.isStacked()) {
      text +=
          "\nstacked to %s %s, %s bytes"
              .formatted(plan.part(0).type(), plan.part(0).shape(), plan.part(0).bytes());
    }
    return notes.isEmpty() ? text : text + "\n" + notes;
  }

  /// A part in a bar that stands for a row.
  private record Box(int part, int begin, int end, long offset) {}

  /// The parts to scale, but for a least width of parts and of gaps between them.
  ///
  /// @param thin the least width, if there is room for so many
  private List<Box> boxes(double width, double thin) {
    Geometry geometry = plan.unstacked().geometry();
    int pieces = geometry.pieces();
    List<Box> boxes = new ArrayList<>();
    double least = Math.min(thin, width / (4.0 * pieces));
    long last = pieces == 0 ? 0 : geometry.offset(pieces - 1) + geometry.run(pieces - 1);
    // The width left where each part has the least, and as much for a gap before it or at the end.
    double room = width - least * (2.0 * pieces + (last < geometry.row() ? 1 : 0));
    double at = 0;
    long end = 0;
    for (int i = 0; i < pieces; i++) {
      long offset = geometry.offset(i);
      double gap = offset == end ? 0 : least;
      at += gap + (offset - end) * room / geometry.row();
      int begin = (int) Math.round(at);
      at += 2 * least - gap + geometry.run(i) * room / geometry.row();
      end = offset + geometry.run(i);
      boxes.add(new Box(geometry.slice(i), begin, (int) Math.round(at), offset));
    }
    return boxes;
  }

  /// An SVG document: a row with the parts to scale, and below it the text.
  public String svg() {
    StringBuilder body = new StringBuilder();
    int y = MARGIN;
    if (plan.unstacked().partCount() <= MOST_PARTS) {
      for (Box box : boxes(WIDTH - 2 * MARGIN, 3)) {
        String name = label(box.part);
        body.append(
            "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" fill=\"%s\"><title>%s</title></rect>\n"
                .formatted(
                    MARGIN + box.begin,
                    y,
                    // A gap shows where a part ends.
                    Math.max(1, box.end - box.begin - 1),
                    BAR,
                    COLOURS.get(box.part % COLOURS.size()),
                    escaped(name + ": " + plan.unstacked().part(box.part))));
        if (name.length() * LETTER < box.end - box.begin) {
          int middle = MARGIN + (box.begin + box.end) / 2;
          body.append(text(middle, y + BAR / 2 + 4, "class=\"on\"", name));
        }
      }
      y += BAR + LINE;
    }
    int width = WIDTH;
    for (String line : toString().lines().limit(MOST_LINES).toList()) {
      y += LINE;
      body.append(text(MARGIN, y - 4, "", line));
      width = Math.max(width, 2 * MARGIN + (int) (line.length() * LETTER));
    }
    return """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$s %2$s" width="%1$s" height="%2$s" role="img">
    <title>%3$s</title>
    <style>
    text { font: 12px ui-monospace, monospace; fill: #1f2328; white-space: pre; }
    .on { fill: #ffffff; text-anchor: middle; }
    </style>
    <rect width="100%%" height="100%%" fill="#ffffff"/>
    %4$s</svg>
    """
        .formatted(width, y + MARGIN, escaped(plan.headline()), body);
  }

  private static String text(int x, int y, String style, String text) {
    return "<text x=\"%s\" y=\"%s\" %s>%s</text>\n".formatted(x, y, style, escaped(text));
  }

  /// XML cannot express most control characters and halves of surrogate pairs.
  private static String escaped(String text) {
    return text.replaceAll("[^\\t\\x{20}-\\x{D7FF}\\x{E000}-\\x{FFFD}\\x{10000}-\\x{10FFFF}]", "?")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /// A row and its parts to scale, with gaps where there are none, and below it the offsets:
  ///
  /// ```
  ///   |q      |k      |v              |
  ///   0       256     512          1024
  /// ```
  ///
  /// @param columns the width of the terminal
  List<String> bar(int columns) {
    if (plan.unstacked().geometry().pieces() == 0) {
      return List.of();
    }
    int width = Math.max(LEAST_COLUMNS, columns - 4) - 1;
    StringBuilder row = new StringBuilder("|" + " ".repeat(width - 1) + "|");
    StringBuilder offsets = new StringBuilder();
    String end = Long.toString(plan.unstacked().geometry().row());
    int endAt = Math.max(0, width + 1 - end.length());
    for (Box box : boxes(width, 2)) {
      row.setCharAt(box.end, '|');
      String label = label(box.part);
      // A terminal may show other characters wider, or from right to left.
      boolean isNarrow = label.chars().allMatch(c -> c < 0x7F);
      String name = "|" + (isNarrow ? label : box.part) + " ".repeat(width);
      row.replace(box.begin, box.end, name.substring(0, box.end - box.begin));
      String offset = Long.toString(box.offset);
      boolean isFree = box.begin > offsets.length() && box.begin + offset.length() < endAt;
      if (offsets.isEmpty() || isFree) {
        offsets.repeat(' ', box.begin - offsets.length()).append(offset);
      }
    }
    offsets.repeat(' ', Math.max(0, endAt - offsets.length())).append(end);
    return List.of("  " + row, "  " + offsets);
  }
}
