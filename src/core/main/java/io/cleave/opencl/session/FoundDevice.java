package io.cleave.opencl.session;

import io.cleave.backend.Device;
import io.cleave.opencl.route.DeviceInfo;

/// A device as a library found it. Both libraries ask the same loader, so the two indices mean the
/// same device in both.
///
/// @param api the library
/// @param platformIndex the platform's position in the loader's list
/// @param deviceIndex the device's position in the platform's list
/// @param facts what it can do
public record FoundDevice(ClApi<?, ?> api, int platformIndex, int deviceIndex, DeviceInfo facts) {
  /// The device as it is listed.
  public Device device() {
    return facts.device();
  }

  /// Opens a session, which the caller closes.
  ///
  /// @throws IllegalArgumentException if the device is not there any more
  /// @throws io.cleave.backend.OpenClException if the driver refuses
  public ClSession<?, ?> open() {
    return api.open(this);
  }
}
