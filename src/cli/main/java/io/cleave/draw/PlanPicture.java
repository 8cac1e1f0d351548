package io.cleave.draw;

import io.cleave.Device;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.RouteExplanation;
import io.cleave.text.OneLine;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// A plan to be shown as text, as an SVG document, or as a bar for a terminal. An immutable value.
///
/// @param plan the plan
/// @param names a name for each part, or for each slice of a stack, or none at all
/// @param device the device, if one is chosen
/// @param route the device's route, if there is one
public record PlanPicture(
    SplitPlan plan, List<String> names, Optional<Device> device, Optional<RouteExplanation> route) {
  /// Copies and checks the names.
  ///
  /// @throws IllegalArgumentException if there are names, but not one for each part
  public PlanPicture {
    names = List.copyOf(names);
    int parts = plan.unstacked().partCount();
    if (!names.isEmpty() && names.size() != parts) {
      throw new IllegalArgumentException(
          "the plan has %s parts; %s names are given, and each part needs one"
              .formatted(parts, names.size()));
    }
  }

  /// The plan whose parts are drawn: the slices of a stack.
  SplitPlan parts() {
    return plan.unstacked();
  }

  /// The name of a part in one line, or its number.
  String label(int part) {
    return names.isEmpty() ? Integer.toString(part) : OneLine.of(names.get(part));
  }

  /// The plan's own text; with names a line for every part. Then the tensor that the parts become,
  /// the device and its route.
  @Override
  public String toString() {
    SplitPlan parts = parts();
    String text =
        names.isEmpty()
            ? parts.toString()
            : parts.headline()
                + parts.parts().stream()
                    .map(part -> "\n  %s, named %s".formatted(part, label(part.index())))
                    .collect(Collectors.joining());
    return text
        + (plan.isStacked() ? stacked(plan.part(0)) : "")
        + device.map("\non %s"::formatted).orElse("")
        + route.map("\n%s"::formatted).orElse("");
  }

  private static String stacked(Part one) {
    return "\nstacked to %s %s, %s bytes".formatted(one.type(), one.shape(), one.bytes());
  }

  /// An SVG document, for light and for dark paper.
  public String svg() {
    return new PlanSvg(this).draw();
  }

  /// A row and its parts to scale, as lines for a terminal.
  ///
  /// @param columns the width of the terminal
  /// @param isUnicode whether the terminal shows more than ASCII
  public List<String> bar(int columns, boolean isUnicode) {
    return new PlanBar(this, columns, isUnicode).draw();
  }
}
