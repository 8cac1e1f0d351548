package io.cleave.bench.report;

import io.cleave.bench.Heat;
import io.cleave.bench.Measurement;
import io.cleave.bench.Role;
import io.cleave.draw.Svg;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// Heats as a picture: a bar for each who took part, as long as its speed against the plain copy.
public final class HeatChart {
  private static final double WIDTH = 900;
  private static final double LEFT = 330;
  private static final double RIGHT = 110;
  private static final double BAR = 16;
  private static final double GAP = 34;
  private static final double TOP = 56;

  private final Svg svg = new Svg(ChartStyle.SHEET);
  private final List<Heat> heats;
  private final double perUnit;
  private double y = TOP;

  private HeatChart(List<Heat> heats) {
    this.heats = heats;
    double longest =
        heats.stream()
            .flatMap(heat -> heat.measurements().stream().map(one -> length(heat, one)))
            .max(Comparator.naturalOrder())
            .orElse(1.0);
    this.perUnit = (WIDTH - LEFT - RIGHT) / Math.max(1, longest);
  }

  /// An SVG document.
  ///
  /// @param title what stands above it
  public static String of(List<Heat> heats, String title) {
    return new HeatChart(heats).draw(title);
  }

  private String draw(String title) {
    svg.text(16, 26, "title", title);
    svg.text(16, 44, "small", "bars: speed, the fastest plain copy of the same bytes = 1");
    heats.forEach(this::draw);
    return svg.document(WIDTH, y + 12, title);
  }

  private void draw(Heat heat) {
    y += GAP;
    svg.text(16, y - 8, "title", heat.subject().name());
    svg.text(110, y - 8, "small", heat.subject().plan().headline());
    List<Measurement> fastestFirst =
        heat.measurements().stream()
            .sorted(Comparator.comparingDouble(Measurement::seconds))
            .toList();
    double top = y;
    for (Measurement one : fastestFirst) {
      svg.text(LEFT - 8, y + 12, "end", one.label().toString());
      svg.box(LEFT, y + 2, Math.max(1, length(heat, one) * perUnit), BAR - 4, style(one));
      y += BAR;
    }
    double one = LEFT + perUnit;
    svg.path("M %s %s V %s".formatted(Svg.number(one), Svg.number(top), Svg.number(y)), "mark");
    writeFigures(heat, fastestFirst, top);
  }

  /// Last of all, so that the line at 1 is behind the texts that it meets.
  private void writeFigures(Heat heat, List<Measurement> fastestFirst, double top) {
    double line = top;
    for (Measurement one : fastestFirst) {
      double length = length(heat, one);
      svg.text(
          LEFT + length * perUnit + 6,
          line + 12,
          "small halo",
          String.format(Locale.ROOT, "%.2f  %.1f GB/s", length, one.gigabytesPerSecond()));
      line += BAR;
    }
  }

  private static double length(Heat heat, Measurement one) {
    return heat.ratio(one, Role.COPY).orElse(0.0);
  }

  private static String style(Measurement one) {
    return one.role().name().toLowerCase(Locale.ROOT);
  }
}
