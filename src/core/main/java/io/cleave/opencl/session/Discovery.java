package io.cleave.opencl.session;

import io.cleave.backend.Obstacle;
import java.util.List;

/// What a binding found, and what kept it from finding more.
///
/// @param devices the devices that can be used
/// @param obstacles what is missing or broken
public record Discovery(List<FoundDevice> devices, List<Obstacle> obstacles) {
  /// Copies the lists.
  public Discovery {
    devices = List.copyOf(devices);
    obstacles = List.copyOf(obstacles);
  }
}
