package io.cleave.draw;

import io.cleave.plan.SplitPlan;

/// Where the parts of a row stand in a bar: to scale, but a part that is not empty is never too
/// thin to be seen. An immutable value.
final class RowScale {
  private final double[] edges;
  private final boolean widened;

  private RowScale(double[] edges, boolean widened) {
    this.edges = edges;
    this.widened = widened;
  }

  /// @param width of the whole bar
  /// @param least what a part gets that would be thinner, if there is room for so many
  static RowScale of(SplitPlan plan, double width, double least) {
    int count = plan.partCount();
    double[] runs = plan.parts().stream().mapToDouble(part -> (double) part.run()).toArray();
    double thinnest = Math.min(least, width / (2.0 * Math.max(1, count)));
    double perUnit = width / (double) Math.max(1, plan.row());
    double thin = 0;
    double others = 0;
    for (double run : runs) {
      if (run > 0 && run * perUnit < thinnest) {
        thin += thinnest;
      } else {
        others += run;
      }
    }
    // The others share what is left; at least half the bar is.
    double left = others == 0 ? 0 : (width - thin) / others;
    double[] edges = new double[count + 1];
    for (int i = 0; i < count; i++) {
      boolean isThin = runs[i] > 0 && runs[i] * perUnit < thinnest;
      edges[i + 1] = edges[i] + (isThin ? thinnest : runs[i] * left);
    }
    return new RowScale(edges, thin > 0);
  }

  double begin(int part) {
    return edges[part];
  }

  double end(int part) {
    return edges[part + 1];
  }

  /// Whether some part is drawn wider than it is.
  boolean isWidened() {
    return widened;
  }
}
