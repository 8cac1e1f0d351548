package io.cleave.field;

import io.cleave.backend.RouteName;
import io.cleave.backend.Splitter;
import io.cleave.choice.Candidate;
import io.cleave.opencl.OpenClSplitter;

/// An open splitter, or one route of it.
///
/// Safe for use by many threads.
///
/// @param name `pocl compiled`
/// @param revision device, driver and kernels
record SplitterCandidate(String name, String revision, Splitter splitter) implements Candidate {
  static SplitterCandidate of(OpenClSplitter<?, ?> device, RouteName route) {
    return new SplitterCandidate(
        "%s %s".formatted(device.device().name(), route), device.revision(), device.onRoute(route));
  }

  /// Not its name alone, which other devices of this machine may have, too.
  @Override
  public String origin() {
    return splitter.device().toString();
  }
}
