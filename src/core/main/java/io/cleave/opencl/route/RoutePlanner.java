package io.cleave.opencl.route;

import java.util.List;
import java.util.Optional;

/// One way to carry a job out. Holds no state.
interface RoutePlanner {
  /// Why this way does not fit a job that moves something, as the end of a sentence; empty if it
  /// does.
  default Optional<String> refusal(Job job) {
    return Optional.empty();
  }

  /// The commands for a job that fits.
  List<Launch> launches(Job job);
}
