package io.cleave.draw;

import io.cleave.backend.Device;
import io.cleave.backend.Route;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// What is drawn: a plan, what its parts are called, and who would carry it out in which way. An
/// immutable value.
///
/// @param plan the plan
/// @param names a name for each part, or none at all
/// @param device the device, if one is chosen
/// @param route the device's route, if there is one
/// @param stacked the tensor that the parts become, if they become one
public record PlanPicture(
    SplitPlan plan,
    List<String> names,
    Optional<Device> device,
    Optional<Route> route,
    Optional<StackedPlan> stacked) {
  /// Copies and checks the names.
  ///
  /// @throws IllegalArgumentException if there are names, but not one for each part
  public PlanPicture {
    names = List.copyOf(names);
    if (!names.isEmpty() && names.size() != plan.partCount()) {
      throw new IllegalArgumentException(
          "the plan has %s parts; %s names are given, and each part needs one"
              .formatted(plan.partCount(), names.size()));
    }
  }

  /// A plan whose parts are tensors of their own.
  public PlanPicture(
      SplitPlan plan, List<String> names, Optional<Device> device, Optional<Route> route) {
    this(plan, names, device, route, Optional.empty());
  }

  /// A plan alone.
  public static PlanPicture of(SplitPlan plan) {
    return new PlanPicture(plan, List.of(), Optional.empty(), Optional.empty());
  }

  /// What a part is called: its name, or its number.
  String label(int part) {
    return names.isEmpty() ? Integer.toString(part) : names.get(part);
  }

  /// The unit that offsets and runs count, for so many of them.
  String units(long count) {
    String unit =
        switch (plan.unit()) {
          case BIT -> "bit";
          case BYTE -> "byte";
          case ELEMENT -> "element";
        };
    return count == 1 ? unit : unit + "s";
  }

  /// What becomes of the values and of the parts: `to f32, cast; stacked to f32 [2, 3, 4, 4]`.
  /// Empty where they stay what they are.
  String makings() {
    String to = plan.conversion().map(Object::toString).orElse("");
    String made = stacked.map(PlanPicture::made).orElse("");
    return to + (to.isEmpty() || made.isEmpty() ? "" : "; ") + made;
  }

  private static String made(StackedPlan stack) {
    return "stacked to %s %s, %s bytes".formatted(stack.type(), stack.shape(), stack.bytes());
  }

  /// The plan as it prints itself; with names, a line for every part, and its name at the end.
  /// Below it stands what the parts become.
  @Override
  public String toString() {
    return parts() + stacked.map(stack -> "\n" + made(stack)).orElse("");
  }

  private String parts() {
    return names.isEmpty()
        ? plan.toString()
        : plan.headline()
            + plan.parts().stream()
                .map(part -> "\n  %s, named %s".formatted(part, Label.line(label(part.index()))))
                .collect(Collectors.joining());
  }

  /// An SVG document, for light and for dark paper.
  public String svg() {
    return new PlanSvg(this).draw();
  }

  /// The row and its parts as lines for a terminal, in Unicode.
  ///
  /// @param columns how wide they may be
  public List<String> lines(int columns) {
    return new PlanBar(this, columns, PlanBar.Pen.UNICODE).draw();
  }

  /// The same for a terminal that has nothing but ASCII.
  ///
  /// @param columns how wide they may be
  public List<String> asciiLines(int columns) {
    return new PlanBar(this, columns, PlanBar.Pen.ASCII).draw();
  }
}
