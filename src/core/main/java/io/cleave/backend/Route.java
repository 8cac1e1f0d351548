package io.cleave.backend;

import java.util.List;
import java.util.stream.Collectors;

/// How a device carries one plan out, and why. An immutable value that prints itself.
///
/// @param name the route's name, as an option would spell it
/// @param reason why this route and no other
/// @param steps what is done, in order
public record Route(String name, String reason, List<Step> steps) {
  /// One thing that is done, and why it is done this way.
  ///
  /// @param action what is done
  /// @param reason why
  public record Step(String action, String reason) {
    @Override
    public String toString() {
      return "%s (%s)".formatted(action, reason);
    }
  }

  /// Copies the list of steps.
  public Route {
    steps = List.copyOf(steps);
  }

  /// The name and the reason, then a line for each step.
  @Override
  public String toString() {
    return "route %s (%s)".formatted(name, reason)
        + steps.stream().map(step -> "\n  " + step).collect(Collectors.joining());
  }
}
