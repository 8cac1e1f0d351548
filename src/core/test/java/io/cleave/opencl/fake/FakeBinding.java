package io.cleave.opencl.fake;

import io.cleave.opencl.session.ClBinding;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.Discovery;
import io.cleave.opencl.session.FoundDevice;
import java.util.List;

/// A binding to a device in memory, for tests of other packages.
public final class FakeBinding implements ClBinding<FakeMemory, FakeEvent> {
  private static final long SEED = 1;

  private final boolean sharesMemory;

  /// @param sharesMemory whether the device admits that its memory is the host's
  public FakeBinding(boolean sharesMemory) {
    this.sharesMemory = sharesMemory;
  }

  @Override
  public String name() {
    return "fake";
  }

  @Override
  public Discovery discover() {
    var found = new FoundDevice(0, 0, FakeStore.facts(sharesMemory));
    return new Discovery(List.of(found), List.of());
  }

  @Override
  public ClSession<FakeMemory, FakeEvent> open(FoundDevice device) {
    return new FakeSession(SEED, true, sharesMemory);
  }
}
