package io.cleave.draw;

import io.cleave.plan.SplitPlan;
import java.util.Arrays;

/// The edges of parts in a bar that stands for a row: to scale, but a part that is not empty has a
/// least width. An immutable value.
final class RowScale {
  private final double[] edges;

  private RowScale(double[] edges) {
    this.edges = edges;
  }

  /// @param width the width of the bar
  /// @param least the least width of a part, if there is room for so many
  static RowScale of(SplitPlan plan, double width, double least) {
    double[] runs = plan.parts().stream().mapToDouble(part -> (double) part.run()).toArray();
    double thin = Math.min(least, width / (2.0 * Math.max(1, runs.length)));
    double wide = width / (double) Math.max(1, plan.row());
    long thins = Arrays.stream(runs).filter(run -> run > 0 && run * wide < thin).count();
    double others = Arrays.stream(runs).filter(run -> run * wide >= thin).sum();
    // The other parts share what is left, which is at least half the bar.
    double left = others == 0 ? 0 : (width - thins * thin) / others;
    double[] edges = new double[runs.length + 1];
    for (int i = 0; i < runs.length; i++) {
      boolean isThin = runs[i] > 0 && runs[i] * wide < thin;
      edges[i + 1] = edges[i] + (isThin ? thin : runs[i] * left);
    }
    return new RowScale(edges);
  }

  double begin(int part) {
    return edges[part];
  }

  double width(int part) {
    return edges[part + 1] - edges[part];
  }
}
