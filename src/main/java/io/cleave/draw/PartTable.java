package io.cleave.draw;

import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Draws a line for each part: its colour, its name, where it stands in a row, how large it is.
/// Long lists stand in as many columns as fit, and of very long ones the middle is left out.
final class PartTable {
  private static final double LINE = 18;
  private static final double GAP = 18;
  private static final double SWATCH = 12;
  private static final int ONE_COLUMN = 24;
  private static final int MOST = 256;
  private static final int LAST = 8;
  private static final int LONGEST_NAME = 28;

  /// A part's texts.
  private record Line(int part, List<String> cells) {}

  private final PlanPicture picture;
  private final SplitPlan plan;
  private final List<String> heads;
  private final List<Line> lines;
  private final double[] widths;
  private final boolean isLong;
  private final int columns;

  /// @param available the width that there is; where a line is wider, so is the drawing
  PartTable(PlanPicture picture, double available) {
    this.picture = picture;
    this.plan = picture.plan();
    this.isLong = plan.partCount() > ONE_COLUMN;
    this.heads = heads();
    this.lines = shown().mapToObj(part -> new Line(part, cells(plan.part(part)))).toList();
    this.widths = new double[heads.size()];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = widest(i) * PlanSvg.LETTER + GAP;
    }
    this.columns = isLong ? (int) Math.max(1, (available + GAP) / (columnWidth() + GAP)) : 1;
  }

  private IntStream shown() {
    int count = plan.partCount();
    return count <= MOST
        ? IntStream.range(0, count)
        : IntStream.concat(IntStream.range(0, MOST - LAST), IntStream.range(count - LAST, count));
  }

  private List<String> heads() {
    List<String> all = new ArrayList<>(List.of("part"));
    if (!picture.names().isEmpty()) {
      all.add("name");
    }
    all.add(isLong ? "length" : "shape");
    all.add(picture.units(2) + " of " + (plan.rows() == 1 ? "the row" : "each row"));
    all.add(plan.unit() == Unit.ELEMENT ? "elements" : "bytes" + ofType());
    return all;
  }

  private String ofType() {
    return plan.converts() ? " of " + plan.partType() : "";
  }

  private List<String> cells(Part part) {
    List<String> cells = new ArrayList<>();
    cells.add(part.index() + (part.isWanted() ? "" : " (not wanted)"));
    if (!picture.names().isEmpty()) {
      cells.add(TextWidth.fit(Label.line(picture.label(part.index())), LONGEST_NAME, "…"));
    }
    cells.add(isLong ? Long.toString(part.length()) : part.shape().toString());
    cells.add(
        part.isEmpty()
            ? "empty"
            : "%s..%s (%s)".formatted(part.offset(), part.offset() + part.run() - 1, part.run()));
    cells.add(Long.toString(plan.unit() == Unit.ELEMENT ? part.size() : part.bytes()));
    return cells;
  }

  private int widest(int column) {
    int widest = TextWidth.of(heads.get(column));
    for (Line line : lines) {
      widest = Math.max(widest, TextWidth.of(line.cells().get(column)));
    }
    return widest;
  }

  private double columnWidth() {
    double width = SWATCH + 8;
    for (double one : widths) {
      width += one;
    }
    return width;
  }

  double width() {
    return columns * columnWidth() + (columns - 1) * GAP;
  }

  /// Draws it below `top`.
  ///
  /// @return where the next thing begins
  double draw(Svg svg, double top) {
    if (lines.isEmpty()) {
      return top;
    }
    int perColumn = Math.ceilDiv(lines.size(), columns);
    for (int column = 0; column < columns; column++) {
      double x = PlanSvg.MARGIN + column * (columnWidth() + GAP);
      drawLine(svg, x, top + 14, "small", heads);
      for (int i = 0; i < perColumn && column * perColumn + i < lines.size(); i++) {
        draw(svg, lines.get(column * perColumn + i), x, top + 14 + (i + 1) * LINE);
      }
    }
    double bottom = top + 20 + perColumn * LINE;
    int skipped = plan.partCount() - lines.size();
    if (skipped > 0) {
      svg.text(
          PlanSvg.MARGIN,
          bottom + 14,
          "small",
          "%s parts between part %s and part %s are not listed"
              .formatted(skipped, MOST - LAST - 1, plan.partCount() - LAST));
      bottom += LINE;
    }
    return bottom + 16;
  }

  private void draw(Svg svg, Line line, double x, double base) {
    if (!plan.part(line.part()).isEmpty()) {
      svg.box(x, base - 10, SWATCH, SWATCH, PlanSvg.fill(picture, line.part()));
    }
    drawLine(svg, x, base, "number", line.cells());
  }

  private void drawLine(Svg svg, double left, double base, String style, List<String> cells) {
    double x = left + SWATCH + 8;
    for (int i = 0; i < cells.size(); i++) {
      boolean isLast = i == cells.size() - 1;
      // Sizes are compared: their last digits stand below each other.
      svg.text(
          isLast ? x + widths[i] - GAP : x, base, isLast ? style + " end" : style, cells.get(i));
      x += widths[i];
    }
  }
}
