package io.cleave.spi;

import java.util.List;
import java.util.stream.Collectors;

/// Explanation of a split: the route, the launches and the reasons. An immutable value.
///
/// @param name the route's name, as an option would spell it
/// @param reason why this route and no other
/// @param steps the launches or copies, in order
public record RouteExplanation(String name, String reason, List<Step> steps) {
  /// One launch or copy.
  ///
  /// @param action its description
  /// @param reason why it is done this way
  public record Step(String action, String reason) {
    @Override
    public String toString() {
      return "%s (%s)".formatted(action, reason);
    }
  }

  /// Copy with another reason.
  public RouteExplanation because(String other) {
    return new RouteExplanation(name, other, steps);
  }

  /// The name and the reason, then a line for each step.
  @Override
  public String toString() {
    return "route %s (%s)".formatted(name, reason)
        + steps.stream().map(step -> "\n  " + step).collect(Collectors.joining());
  }
}
