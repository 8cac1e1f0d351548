package io.cleave;

import io.cleave.backend.Binding;
import io.cleave.backend.Device;
import io.cleave.backend.Residence;
import io.cleave.backend.RouteName;
import io.cleave.opencl.OpenClResidence;
import io.cleave.opencl.session.OpenCl;
import io.cleave.spi.HostResidence;

/// Opens stores of tensors on a device, which keep results for the next split. Close a store after
/// use.
public final class Residences {
  private Residences() {}

  /// A store in host memory, with the splitter of [Splitters#open()].
  public static Residence open() {
    return new HostResidence(Splitters.open());
  }

  /// A store on this device, through this binding. Splits take this route, but contiguous parts are
  /// views.
  ///
  /// @throws IllegalArgumentException if the binding does not reach the device, or the device has
  ///   no such route
  /// @throws io.cleave.backend.OpenClException if the driver refuses
  public static Residence open(Device device, Binding binding, RouteName route) {
    return device.kind() == Device.Kind.JAVA
        ? new HostResidence(Splitters.open(device, binding, route))
        : new OpenClResidence<>(OpenCl.require(device, binding).open(), route);
  }
}
