package io.cleave.field;

import io.cleave.backend.RouteName;
import io.cleave.backend.Splitter;
import io.cleave.choice.Candidate;
import io.cleave.opencl.OpenClSplitter;

/// A route of an open device.
///
/// Safe for use by many threads.
///
/// @param name `pocl compiled`
/// @param revision device, driver and kernels
/// @param splitter on that route
record RouteCandidate(String name, String revision, Splitter splitter) implements Candidate {
  RouteCandidate(OpenClSplitter<?, ?> device, RouteName route) {
    this(
        "%s %s".formatted(device.device().name(), route), device.revision(), device.onRoute(route));
  }

  /// Not its name alone, which others on this machine may have, too.
  @Override
  public String origin() {
    return splitter.device().toString();
  }
}
