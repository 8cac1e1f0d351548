package io.cleave.opencl.route;

import io.cleave.Route;
import io.cleave.spi.RouteExplanation;
import java.util.List;

/// A route with its commands, as the [Router] chose it. An immutable value.
///
/// The commands do not depend on each other: they write to different bytes.
///
/// @param name the route; never [Route#AUTO]
/// @param reason why this route
/// @param launches its commands; none if there is nothing to move
public record Routing(Route name, String reason, List<Launch> launches) {
  /// The route as an explanation.
  public RouteExplanation describe() {
    return new RouteExplanation(
        name.toString(),
        reason,
        launches.stream()
            .map(launch -> new RouteExplanation.Step(launch.toString(), launch.reason()))
            .toList());
  }
}
