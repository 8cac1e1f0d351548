package io.cleave.opencl.found;

import io.cleave.backend.Binding;
import io.cleave.backend.Device;
import io.cleave.opencl.session.ClBinding;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.FoundDevice;

/// Opens a context and a queue of their own on a device, in the words of the port that both
/// bindings share: for data that is kept on a device. Users who have a context and a queue lend
/// them, see `LwjglSplitters` and `JoclSplitters`.
public final class Sessions {
  private Sessions() {}

  /// A session, which whoever opens it closes.
  ///
  /// @throws IllegalArgumentException if the device is not an OpenCL device here, or the binding
  ///   does not reach it
  /// @throws io.cleave.backend.OpenClException if the driver refuses
  public static ClSession<?, ?> open(Device device, Binding binding) {
    OpenCl.Found found = OpenCl.require(device, binding);
    return open(found.binding(), found.device());
  }

  private static <M, E> ClSession<M, E> open(ClBinding<M, E> binding, FoundDevice device) {
    return binding.open(device);
  }
}
