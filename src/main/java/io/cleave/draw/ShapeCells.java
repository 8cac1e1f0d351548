package io.cleave.draw;

import io.cleave.plan.Shape;

/// Draws the data's shape as a row of boxes, a box for each dimension, and says which of them make
/// the rows and which a row.
final class ShapeCells {
  private static final double HEIGHT = 28;
  private static final double GAP = 6;

  private final PlanPicture picture;
  private final Shape shape;

  ShapeCells(PlanPicture picture) {
    this.picture = picture;
    this.shape = picture.plan().shape();
  }

  double width() {
    return begin(shape.rank()) - PlanSvg.MARGIN;
  }

  private double begin(int dimension) {
    double x = PlanSvg.MARGIN;
    for (int i = 0; i < dimension; i++) {
      x += cell(i) + GAP;
    }
    return x;
  }

  private double cell(int dimension) {
    return Math.max(44, text(dimension).length() * PlanSvg.LETTER + 20);
  }

  private String text(int dimension) {
    return Long.toString(shape.extent(dimension));
  }

  /// Draws it below `y`.
  ///
  /// @return where the next thing begins
  double draw(Svg svg, double y) {
    int axis = picture.plan().axis();
    for (int i = 0; i < shape.rank(); i++) {
      svg.box(begin(i), y, cell(i), HEIGHT, i == axis ? "axis" : "cell");
      svg.text(begin(i) + cell(i) / 2, y + 18, "middle number", text(i));
    }
    double below = y + HEIGHT + 8;
    brace(svg, 0, axis, below, "rows");
    brace(svg, axis, shape.rank(), below, "row");
    svg.text(begin(shape.rank()) + GAP, y + 18, "small", "axis %s is framed".formatted(axis));
    return below + 36;
  }

  private void brace(Svg svg, int from, int to, double y, String what) {
    if (from == to) {
      return;
    }
    double left = begin(from);
    double right = begin(to) - GAP;
    svg.path(
        "M %s %s v 5 H %s v -5".formatted(Svg.number(left), Svg.number(y), Svg.number(right)),
        "line");
    svg.text((left + right) / 2, y + 18, "small middle", what);
  }
}
