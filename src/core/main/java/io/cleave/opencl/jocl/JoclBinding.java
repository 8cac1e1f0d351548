package io.cleave.opencl.jocl;

import io.cleave.backend.Obstacle;
import io.cleave.backend.OpenClException;
import io.cleave.opencl.session.ClBinding;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.DeviceSearch;
import io.cleave.opencl.session.Discovery;
import io.cleave.opencl.session.FoundDevice;
import java.util.List;
import java.util.Optional;
import org.jocl.cl_event;
import org.jocl.cl_mem;

/// Reaches OpenCL through JOCL. Safe for use by many threads.
///
/// Cleave's own, and public only because another package opens it: what it hands out is not
/// exported. Users call [JoclSplitters], or the factories of `io.cleave`.
public final class JoclBinding implements ClBinding<cl_mem, cl_event> {
  static final String NAME = "jocl";

  /// The binding; nothing is loaded yet.
  public JoclBinding() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Discovery discover() {
    Optional<Obstacle> obstacle = JoclLibrary.obstacle();
    return obstacle.isPresent()
        ? new Discovery(List.of(), List.of(obstacle.get()))
        : DeviceSearch.run(NAME, new JoclLoader());
  }

  /// @throws IllegalStateException if JOCL cannot be used; [#discover()] says why
  /// @throws OpenClException if the driver refuses
  @Override
  public ClSession<cl_mem, cl_event> open(FoundDevice device) {
    JoclLibrary.obstacle()
        .ifPresent(
            obstacle -> {
              throw new IllegalStateException(obstacle.toString());
            });
    return JoclSession.open(device);
  }
}
