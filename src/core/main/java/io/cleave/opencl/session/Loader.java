package io.cleave.opencl.session;

import java.util.List;

/// What a binding can ask OpenCL's loader. Every method throws an
/// [io.cleave.backend.OpenClException] if the loader or a driver refuses.
///
/// @param <P> the binding's platform handle
/// @param <D> the binding's device handle
public interface Loader<P, D> {
  /// All platforms; none is no error.
  List<P> platforms();

  /// A platform's name.
  String name(P platform);

  /// All devices of a platform; none is no error.
  List<D> devices(P platform);

  /// Questions about a device.
  DeviceQuery ask(D device);
}
