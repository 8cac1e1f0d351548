package io.cleave.draw;

import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;

/// Draws the data's rows, one below the other, each cut into the runs of the parts: the first one
/// large, with names and offsets.
final class RowBars {
  private static final double LARGE = 34;
  private static final double SMALL = 12;
  private static final double GAP = 3;

  /// Thinner than this, a fill cannot be told from its neighbours.
  private static final double THINNEST = 3;

  /// What stands for the rows that are left out.
  private static final double LEFT_OUT = 14;

  /// How many rows are drawn; of more, the first ones and the last one.
  private static final int MOST_ROWS = 6;

  /// More would be thinner than half a pixel.
  private static final int MOST_PARTS = 1500;

  private final PlanPicture picture;
  private final SplitPlan plan;
  private final RowScale scale;
  private final double left;
  private final double width;

  RowBars(PlanPicture picture, double available) {
    this.picture = picture;
    this.plan = picture.plan();
    double labels = rowName(plan.rows() - 1).length() * PlanSvg.LETTER + 10;
    this.left = PlanSvg.MARGIN + labels;
    this.width = available - labels;
    this.scale = RowScale.of(plan, width, THINNEST);
  }

  private static String rowName(long row) {
    return "row " + row;
  }

  /// Draws it below `top`.
  ///
  /// @return where the next thing begins
  double draw(Svg svg, double top) {
    if (plan.row() == 0) {
      svg.text(PlanSvg.MARGIN, top + 14, "small", "There is nothing to move.");
      return top + 34;
    }
    if (plan.partCount() > MOST_PARTS) {
      svg.box(left, top, width, LARGE, "cell");
      svg.text(left + width / 2, top + LARGE / 2 + 4, "middle", "too many parts to tell apart");
      return top + LARGE + 16;
    }
    svg.text(PlanSvg.MARGIN, top + LARGE / 2 + 4, "small", rowName(0));
    for (Part part : plan.parts()) {
      drawRun(svg, part, top, LARGE);
      drawName(svg, part, top);
    }
    double y = offsets(svg, top + LARGE);
    y = otherRows(svg, y);
    if (scale.isWidened()) {
      svg.text(left, y + 12, "small", "To scale, but parts that would be too thin are widened.");
      y += 18;
    }
    return y + 16;
  }

  private void drawRun(Svg svg, Part part, double y, double height) {
    double x = left + scale.begin(part.index());
    double room = scale.end(part.index()) - scale.begin(part.index());
    if (part.isEmpty()) {
      svg.path("M %s %s v %s".formatted(Svg.number(x), Svg.number(y - 3), 6), "empty");
      return;
    }
    // A gap shows where one part ends, unless it would eat the part.
    double gap = room > 8 ? 1 : 0;
    svg.box(x, y, room - gap, height, PlanSvg.fill(picture, part.index()), hint(part));
  }

  private String hint(Part part) {
    String name = picture.names().isEmpty() ? "" : Label.line(picture.label(part.index())) + ": ";
    return name + part;
  }

  private void drawName(Svg svg, Part part, double y) {
    double room = scale.end(part.index()) - scale.begin(part.index());
    String name =
        TextWidth.fit(
            Label.line(picture.label(part.index())), (int) ((room - 8) / PlanSvg.LETTER), "…");
    if (!name.isEmpty() && !part.isEmpty()) {
      double middle = left + scale.begin(part.index()) + room / 2;
      svg.text(middle, y + LARGE / 2 + 4, part.isWanted() ? "middle on" : "middle", name);
    }
  }

  /// The offsets of the parts below their left edges, as many as have room.
  private double offsets(Svg svg, double y) {
    String end = Long.toString(plan.row());
    double taken = left - 10;
    double last = left + width - end.length() * PlanSvg.LETTER;
    for (Part part : plan.parts()) {
      String text = Long.toString(part.offset());
      double x = left + scale.begin(part.index());
      double right = x + text.length() * PlanSvg.LETTER;
      if (!part.isEmpty() && x > taken + 8 && right < last - 8) {
        svg.text(x, y + 14, "small number", text);
        taken = right;
      }
    }
    svg.text(left + width, y + 14, "small number end", end);
    return y + 22;
  }

  /// The parts as columns, which paper cuts into rows.
  private double otherRows(Svg svg, double top) {
    int others = (int) Math.min(plan.rows() - 1, MOST_ROWS - 1);
    boolean all = plan.rows() <= MOST_ROWS;
    if (others == 0) {
      return top;
    }
    double bottom = top + others * (SMALL + GAP) + (all ? 0 : LEFT_OUT);
    for (Part part : plan.parts()) {
      if (!part.isEmpty()) {
        drawRun(svg, part, top, bottom - GAP - top);
      }
    }
    double y = top;
    for (int i = 0; i < others; i++) {
      boolean isLast = i == others - 1;
      if (isLast && !all) {
        svg.box(left - 1, y - GAP, width + 2, LEFT_OUT + GAP, "paper");
        svg.text(left + width / 2, y + 8, "small middle", "⋮");
        y += LEFT_OUT;
      }
      svg.text(PlanSvg.MARGIN, y + 10, "small", rowName(isLast ? plan.rows() - 1 : i + 1));
      if (!isLast) {
        svg.box(left - 1, y + SMALL, width + 2, GAP, "paper");
      }
      y += SMALL + GAP;
    }
    return bottom;
  }
}
