package io.cleave.opencl.session;

import io.cleave.Device;
import io.cleave.opencl.route.DeviceInfo;

/// A device as a library found it.
///
/// @param api the library
/// @param handle its handle there
/// @param info its capabilities
public record FoundDevice(ClApi<?, ?> api, Object handle, DeviceInfo info) {
  /// The device as it is listed.
  public Device device() {
    return info.device();
  }

  /// Opens a session, which the caller closes.
  ///
  /// @throws io.cleave.OpenClException if the driver refuses
  public ClSession<?, ?> open() {
    return ClSession.open(api, this);
  }
}
