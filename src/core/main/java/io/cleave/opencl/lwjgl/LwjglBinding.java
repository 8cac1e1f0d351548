package io.cleave.opencl.lwjgl;

import io.cleave.backend.Obstacle;
import io.cleave.opencl.session.ClBinding;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.DeviceSearch;
import io.cleave.opencl.session.Discovery;
import io.cleave.opencl.session.FoundDevice;
import java.util.List;

/// Reaches OpenCL through LWJGL. Immutable, safe for use by many threads.
///
/// The library is the one that `-Dorg.lwjgl.opencl.libname` names, or the system's; on Linux that
/// is `libOpenCL.so` or, as runtime packages install it, `libOpenCL.so.1`. If there is none, the
/// next discovery looks again.
///
/// Cleave's own, and public only because another package opens it: what it hands out is not
/// exported. Users call [LwjglSplitters], or the factories of `io.cleave`.
public final class LwjglBinding implements ClBinding<Long, Long> {
  static final String NAME = "lwjgl";

  /// The binding; nothing is loaded yet.
  public LwjglBinding() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Discovery discover() {
    Obstacle missing = OpenClLibrary.load();
    return missing == null
        ? DeviceSearch.run(NAME, new LwjglLoader())
        : new Discovery(List.of(), List.of(missing));
  }

  /// What keeps LWJGL from being used whose classes are not there, in the words of a discovery.
  static Obstacle absent(LinkageError e) {
    return new Obstacle(
        NAME, "it is not on the class path (%s)".formatted(e), LoadingRemedies.missingClasses());
  }

  /// Opens a session with a context and a queue of its own on a device that this binding found.
  ///
  /// @throws IllegalArgumentException if there is no such device any more
  /// @throws IllegalStateException if the OpenCL library cannot be loaded
  /// @throws io.cleave.backend.OpenClException if the driver refuses
  @Override
  public ClSession<Long, Long> open(FoundDevice device) {
    OpenClLibrary.require();
    return LwjglSession.open(device);
  }
}
