package io.cleave.draw;

import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;

/// Draws a plan as an SVG document: the data's shape, its rows with the parts to scale, a line for
/// each part, and what the device does. Used by one thread, once.
final class PlanSvg {
  static final double MARGIN = 20;
  private static final double WIDTH = 900;

  /// About what a letter of 12 pixels takes.
  static final double LETTER = 6.8;

  private static final int COLOURS = 6;

  private final PlanPicture picture;
  private final SplitPlan plan;
  private final Svg svg = new Svg();

  PlanSvg(PlanPicture picture) {
    this.picture = picture;
    this.plan = picture.plan();
  }

  String draw() {
    ShapeCells cells = new ShapeCells(picture);
    PartTable table = new PartTable(picture, WIDTH - 2 * MARGIN);
    String title =
        "%s %s along axis %s into %s"
            .formatted(
                plan.type(), plan.shape(), plan.axis(), counted(plan.partCount(), "part", "parts"));
    double width = WIDTH;
    width = Math.max(width, MARGIN + title.length() * LETTER * 1.25);
    width = Math.max(width, Math.max(cells.width(), table.width()) + 2 * MARGIN);

    svg.text(MARGIN, 30, "title", title);
    svg.text(MARGIN, 48, "small", size());
    double y = 62;
    if (!picture.makings().isEmpty()) {
      svg.text(MARGIN, 64, "small", picture.makings());
      y += 16;
    }
    y = cells.draw(svg, y);
    y = new RowBars(picture, width - 2 * MARGIN).draw(svg, y);
    y = table.draw(svg, y);
    y = new StepList(picture, width - 2 * MARGIN).draw(svg, y);
    return svg.document(width, y + MARGIN, title);
  }

  private String size() {
    String rows =
        "%s of %s %s"
            .formatted(counted(plan.rows(), "row", "rows"), plan.row(), picture.units(plan.row()));
    return plan.unit() == Unit.ELEMENT
        ? rows
        : rows + ", " + counted(plan.bytes(), "byte", "bytes") + " in all";
  }

  static String counted(long count, String one, String many) {
    return count + " " + (count == 1 ? one : many);
  }

  /// The style of a part's fill.
  static String fill(PlanPicture picture, int part) {
    return picture.plan().part(part).isWanted() ? "part" + part % COLOURS : "unwanted";
  }
}
