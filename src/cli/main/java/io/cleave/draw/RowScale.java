package io.cleave.draw;

import io.cleave.plan.Geometry;
import java.util.Arrays;

/// The edges of pieces and of gaps in a bar that stands for a row: to scale, but each has a least
/// width. An immutable value.
final class RowScale {
  /// Two for each piece, and the end of the row.
  private final double[] edges;

  private RowScale(double[] edges) {
    this.edges = edges;
  }

  /// @param width the width of the bar
  /// @param least the least width of a piece, if there is room for so many
  static RowScale of(Geometry geometry, double width, double least) {
    // A gap, which may be empty, before each piece and at the end.
    double[] runs = new double[2 * geometry.pieces() + 1];
    long end = 0;
    for (int i = 0; i < geometry.pieces(); i++) {
      runs[2 * i] = geometry.offset(i) - end;
      runs[2 * i + 1] = geometry.run(i);
      end = geometry.offset(i) + geometry.run(i);
    }
    runs[runs.length - 1] = geometry.row() - end;
    long shown = Arrays.stream(runs).filter(run -> run > 0).count();
    double thin = Math.min(least, width / (2.0 * Math.max(1, shown)));
    double wide = width / (double) Math.max(1, geometry.row());
    long thins = Arrays.stream(runs).filter(run -> run > 0 && run * wide < thin).count();
    double others = Arrays.stream(runs).filter(run -> run * wide >= thin).sum();
    // The others share what is left, which is at least half the bar.
    double left = others == 0 ? 0 : (width - thins * thin) / others;
    double[] edges = new double[runs.length + 1];
    for (int i = 0; i < runs.length; i++) {
      boolean isThin = runs[i] > 0 && runs[i] * wide < thin;
      edges[i + 1] = edges[i] + (isThin ? thin : runs[i] * left);
    }
    return new RowScale(edges);
  }

  double begin(int piece) {
    return edges[2 * piece + 1];
  }

  double end(int piece) {
    return edges[2 * piece + 2];
  }
}
