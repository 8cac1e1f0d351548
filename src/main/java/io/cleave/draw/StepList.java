package io.cleave.draw;

import io.cleave.backend.Device;
import io.cleave.backend.Route;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Writes down what the device does: the route and why, and each step, equal ones in a row once.
final class StepList {
  private static final double LINE = 17;
  private static final int MOST = 40;

  /// About what a letter of fixed width takes.
  private static final double LETTER = 7.4;

  /// Equal steps that follow each other.
  private record Steps(Route.Step step, int from, int count) {
    String numbers(String one, String many) {
      return count == 1
          ? "%s %s".formatted(one, from)
          : "%s %s to %s".formatted(many, from, from + count - 1);
    }
  }

  private final PlanPicture picture;
  private final double width;

  StepList(PlanPicture picture, double width) {
    this.picture = picture;
    this.width = width;
  }

  /// Writes it below `top`.
  ///
  /// @return where it ends
  double draw(Svg svg, double top) {
    double y = top;
    if (picture.device().isPresent()) {
      y = wrapped(svg, y, "", "on " + picture.device().get(), 0);
    }
    if (picture.route().isPresent()) {
      y = draw(svg, picture.route().get(), y);
    }
    return y;
  }

  private double draw(Svg svg, Route route, double top) {
    double y = wrapped(svg, top, "", "route %s: %s".formatted(route.name(), route.reason()), 0);
    List<Steps> all = grouped(route.steps());
    for (Steps steps : all.subList(0, Math.min(MOST, all.size()))) {
      y += 4;
      y = wrapped(svg, y, "", numbers(steps) + ": " + steps.step().reason(), 0);
      y = wrapped(svg, y, "small command", steps.step().action(), 16);
    }
    return all.size() <= MOST
        ? y
        : wrapped(svg, y, "small", "... %s more".formatted(all.size() - MOST), 0);
  }

  /// Plain Java launches nothing.
  private String numbers(Steps steps) {
    return picture.device().map(Device::kind).equals(Optional.of(Device.Kind.JAVA))
        ? steps.numbers("step", "steps")
        : steps.numbers("launch", "launches");
  }

  private static List<Steps> grouped(List<Route.Step> steps) {
    List<Steps> all = new ArrayList<>();
    for (int i = 0; i < steps.size(); ) {
      int end = i + 1;
      while (end < steps.size() && steps.get(end).equals(steps.get(i))) {
        end++;
      }
      all.add(new Steps(steps.get(i), i + 1, end - i));
      i = end;
    }
    return all;
  }

  /// Writes a text in as many lines as it needs.
  private double wrapped(Svg svg, double top, String style, String text, double indent) {
    int room = (int) ((width - indent) / LETTER);
    double y = top;
    var line = new StringBuilder();
    for (String word : Label.line(text).split(" ", -1)) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > room) {
        y += LINE;
        svg.text(PlanSvg.MARGIN + indent, y, style, line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    y += LINE;
    svg.text(PlanSvg.MARGIN + indent, y, style, line.toString());
    return y;
  }
}
