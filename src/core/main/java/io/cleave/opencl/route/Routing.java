package io.cleave.opencl.route;

import io.cleave.backend.Route;
import io.cleave.backend.RouteName;
import java.util.List;

/// Route with its commands, as the [Router] chose it. An immutable value.
///
/// The commands do not depend on each other: they write to different bytes.
///
/// @param name the route; never [RouteName#AUTO]
/// @param reason why this route
/// @param launches its commands; none if there is nothing to move
public record Routing(RouteName name, String reason, List<Launch> launches) {
  /// Copies the list.
  public Routing {
    launches = List.copyOf(launches);
  }

  /// The route as an explanation.
  public Route describe() {
    return new Route(
        name.toString(),
        reason,
        launches.stream()
            .map(launch -> new Route.Step(launch.toString(), launch.reason()))
            .toList());
  }
}
