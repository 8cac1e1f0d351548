package io.cleave.opencl.session;

import io.cleave.backend.Device;
import io.cleave.opencl.route.DeviceInfo;

/// A device as a binding found it. Both bindings ask the same loader, so the two indices mean the
/// same device in both.
///
/// @param platformIndex the platform's position in the loader's list
/// @param deviceIndex the device's position in the platform's list
/// @param facts what it can do
public record FoundDevice(int platformIndex, int deviceIndex, DeviceInfo facts) {
  /// What it is.
  public Device device() {
    return facts.device();
  }
}
