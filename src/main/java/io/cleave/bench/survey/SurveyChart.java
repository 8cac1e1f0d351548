package io.cleave.bench.survey;

import io.cleave.bench.Heat;
import io.cleave.bench.Label;
import io.cleave.bench.Measurement;
import io.cleave.bench.Role;
import io.cleave.draw.Svg;
import io.cleave.plan.SplitPlan;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A survey as a picture that shows its valleys: for each split a filled mark for the best of this
/// library, by how long its runs are and how fast it was, and a hollow one for what is chosen, with
/// a line between the two. Each size has a form and a colour.
public final class SurveyChart {
  private static final double WIDTH = 900;
  private static final double HEIGHT = 560;
  private static final double LEFT = 60;
  private static final double RIGHT = 30;
  private static final double TOP = 96;
  private static final double BOTTOM = 56;

  /// Runs from 1 byte to 64 KiB.
  private static final int OCTAVES = 16;

  private static final String STYLE =
      """
        .size0 { fill: #0969da; stroke: #0969da; }
        .size1 { fill: #bc4c00; stroke: #bc4c00; }
        .size2 { fill: #1a7f37; stroke: #1a7f37; }
        .best { fill-opacity: 0.75; stroke-width: 1; }
        .chosen { fill: none; stroke-width: 1.2; }
        .lost { fill: none; stroke-width: 0.7; stroke-opacity: 0.6; }
        @media (prefers-color-scheme: dark) {
          .size0 { fill: #4493f8; stroke: #4493f8; }
          .size1 { fill: #db6d28; stroke: #db6d28; }
          .size2 { fill: #3fb950; stroke: #3fb950; }
          .chosen { fill: none; }
        }
      """;

  private static final int FORMS = 3;

  private final Svg svg = new Svg(STYLE);
  private final List<Stratum> strata;
  private final double most;

  private SurveyChart(List<Stratum> strata) {
    this.strata = strata;
    double fastest =
        strata.stream()
            .flatMap(stratum -> stratum.heats().stream())
            .flatMap(heat -> Figures.best(heat, Role.COPY).stream())
            .reduce(1.0, Math::max);
    this.most = Math.ceil(fastest * 5 + 0.01) / 5;
  }

  /// An SVG document.
  ///
  /// @param title what stands above it
  public static String of(List<Stratum> strata, String title) {
    return new SurveyChart(strata).draw(title);
  }

  private String draw(String title) {
    svg.text(16, 26, "title", title);
    svg.text(
        16,
        44,
        "small",
        "speed by the mean run of a part; the fastest plain copy of the same bytes = 1");
    drawGrid();
    drawLegend();
    for (int i = 0; i < strata.size(); i++) {
      drawSize(strata.get(i), i);
    }
    return svg.document(WIDTH, HEIGHT, title);
  }

  private void drawGrid() {
    for (double value = 0; value <= most + 0.01; value += 0.2) {
      line(LEFT, y(value), "H " + Svg.number(WIDTH - RIGHT), Math.abs(value - 1) < 0.01);
      String text = String.format(Locale.ROOT, "%.1f", value);
      svg.text(LEFT - 8, y(value) + 4, "small end", text);
    }
    for (int octave = 0; octave <= OCTAVES; octave += 2) {
      double x = x(1L << octave);
      line(x, TOP, "V " + Svg.number(HEIGHT - BOTTOM), false);
      svg.text(x, HEIGHT - BOTTOM + 18, "small middle", bytes(1L << octave));
    }
    svg.text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 14, "small middle", "mean run, bytes");
  }

  private void line(double x, double y, String to, boolean isCopy) {
    svg.path("M %s %s %s".formatted(Svg.number(x), Svg.number(y), to), isCopy ? "mark" : "line");
  }

  private static String bytes(long bytes) {
    return bytes < 1 << 10 ? String.valueOf(bytes) : (bytes >> 10) + " Ki";
  }

  private void drawLegend() {
    double x = LEFT;
    for (int i = 0; i < strata.size(); i++) {
      svg.path(form(i, x, TOP - 28), style(i) + " best");
      svg.text(x + 12, TOP - 24, "small", Sizes.text(strata.get(i).bytes()) + ": best,");
      svg.path(form(i, x + 90, TOP - 28), style(i) + " chosen");
      svg.text(x + 102, TOP - 24, "small", "chosen");
      x += 190;
    }
  }

  private void drawSize(Stratum stratum, int size) {
    Optional<Label> chooser = stratum.choices().stream().findFirst();
    for (Heat heat : stratum.heats()) {
      Optional<Double> best = Figures.best(heat, Role.COPY);
      if (best.isPresent()) {
        double x = x(meanRun(heat.subject().plan()));
        Svg.Hint hint = new Svg.Hint(hint(heat));
        chooser
            .flatMap(label -> Figures.speed(heat, label, Role.COPY))
            .ifPresent(chosen -> drawChosen(x, best.get(), chosen, size));
        svg.path(form(size, x, y(best.get())), style(size) + " best", hint);
      }
    }
  }

  private void drawChosen(double x, double best, double chosen, int size) {
    svg.path(
        "M %s %s V %s".formatted(Svg.number(x), Svg.number(y(best)), Svg.number(y(chosen))),
        style(size) + " lost");
    svg.path(form(size, x, y(chosen)), style(size) + " chosen");
  }

  private static String hint(Heat heat) {
    String who = heat.bestOfOurs().map(Measurement::label).map(Label::toString).orElse("");
    return "%s: %s; %s".formatted(heat.subject().name(), heat.subject().plan().headline(), who);
  }

  private static long meanRun(SplitPlan plan) {
    return Math.max(1, plan.bytes() / plan.rows() / plan.partCount());
  }

  private static String style(int size) {
    return "size" + size % FORMS;
  }

  /// A circle, a square, a triangle: colours alone are lost in print.
  private static String form(int size, double x, double y) {
    String outline =
        switch (size % FORMS) {
          case 0 -> "m -4.5 0 a 4.5 4.5 0 1 0 9 0 a 4.5 4.5 0 1 0 -9 0 Z";
          case 1 -> "m -4 -4 h 8 v 8 h -8 Z";
          default -> "m 0 -5 l 5 9 h -10 Z";
        };
    return "M %s %s %s".formatted(Svg.number(x), Svg.number(y), outline);
  }

  private double x(long run) {
    double share = Math.log((double) run) / Math.log(2) / OCTAVES;
    return LEFT + (WIDTH - LEFT - RIGHT) * Math.min(share, 1);
  }

  private double y(double value) {
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / most;
  }
}
