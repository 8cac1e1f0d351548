package io.cleave.bench.report;

import io.cleave.bench.Heat;
import io.cleave.bench.Label;
import io.cleave.bench.Measurement;
import io.cleave.draw.Svg;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Heats of ever larger tensors as a picture: a curve of GB/s for each who took part.
public final class GrowthChart {
  private static final double WIDTH = 900;
  private static final double HEIGHT = 460;
  private static final double LEFT = 60;
  private static final double RIGHT = 290;
  private static final double TOP = 60;
  private static final double BOTTOM = 50;

  /// The lowest line of the chart, in GB/s; what is slower lies on it.
  private static final double LEAST = 0.01;

  private final Svg svg = new Svg(ChartStyle.SHEET);
  private final List<Heat> heats;
  private final double most;

  private GrowthChart(List<Heat> heats) {
    this.heats = heats;
    this.most =
        heats.stream()
            .flatMap(heat -> heat.measurements().stream())
            .mapToDouble(Measurement::gigabytesPerSecond)
            .reduce(1, Math::max);
  }

  /// An SVG document.
  ///
  /// @param title what stands above it
  public static String of(List<Heat> heats, String title) {
    return new GrowthChart(heats).draw(title);
  }

  private String draw(String title) {
    svg.text(16, 26, "title", title);
    svg.text(16, 44, "small", "GB/s read and written, by size of the tensor");
    drawGrid();
    int number = 0;
    for (Label label : labels()) {
      drawCurve(label, number++);
    }
    return svg.document(WIDTH, HEIGHT, title);
  }

  private void drawGrid() {
    for (double value = LEAST; value <= most; value *= 10) {
      svg.path(
          "M %s %s H %s"
              .formatted(Svg.number(LEFT), Svg.number(y(value)), Svg.number(WIDTH - RIGHT)),
          "line");
      svg.text(
          LEFT - 8,
          y(value) + 4,
          "small end",
          String.format(Locale.ROOT, "%.4g", value).replaceAll("\\.?0+$", ""));
    }
    for (int i = 0; i < heats.size(); i++) {
      svg.text(x(i), HEIGHT - BOTTOM + 20, "small middle", heats.get(i).subject().name());
    }
  }

  private Set<Label> labels() {
    Set<Label> labels = new LinkedHashSet<>();
    heats.forEach(heat -> heat.measurements().forEach(one -> labels.add(one.label())));
    return labels;
  }

  private void drawCurve(Label label, int number) {
    List<String> points = new ArrayList<>();
    for (int i = 0; i < heats.size(); i++) {
      Optional<Measurement> found = heats.get(i).find(label);
      if (found.isPresent()) {
        double y = y(found.get().gigabytesPerSecond());
        points.add("%s %s".formatted(Svg.number(x(i)), Svg.number(y)));
      }
    }
    String color = "hsl(%s 70%% 50%%)".formatted(number * 67 % 360);
    svg.curve("M " + String.join(" L ", points), color);
    double at = TOP + 18.0 * number;
    svg.curve("M %s %s h 20".formatted(Svg.number(WIDTH - RIGHT + 20), Svg.number(at)), color);
    svg.text(WIDTH - RIGHT + 46, at + 4, "small", label.toString());
  }

  private double x(int heat) {
    double width = WIDTH - LEFT - RIGHT - 40;
    return LEFT + 20 + (heats.size() == 1 ? 0 : width * heat / (heats.size() - 1));
  }

  private double y(double value) {
    double share = Math.log10(Math.max(value, LEAST) / LEAST) / Math.log10(most / LEAST);
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share;
  }
}
