package io.cleave.opencl.fake;

import io.cleave.backend.RouteName;
import io.cleave.backend.Splitter;
import io.cleave.backend.SplitterContract;
import io.cleave.opencl.TestSplitters;

/// The contract on a device in memory whose commands run as oddly as their wait lists allow: two
/// slabs are on their way at once.
class FakeSplitterTest extends SplitterContract {
  @Override
  protected boolean movesOnly() {
    return true;
  }

  @Override
  protected Splitter open() {
    return TestSplitters.on(new FakeSession(1, true, false), RouteName.AUTO, 1 << 12);
  }
}
