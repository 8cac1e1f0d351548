package io.cleave.opencl.fake;

import io.cleave.backend.RouteName;
import io.cleave.backend.Splitter;
import io.cleave.backend.SplitterContract;
import io.cleave.opencl.TestSplitters;
import org.junit.jupiter.api.Nested;

/// The contract on a device in memory whose commands run as oddly as their wait lists allow.
class FakeSplitterTest {
  abstract static class OnAFake extends SplitterContract {
    @Override
    protected boolean movesOnly() {
      return true;
    }
  }

  private static Splitter open(boolean sharesMemory, long slabBytes) {
    FakeSession session = new FakeSession(slabBytes, true, sharesMemory);
    return TestSplitters.on(session, RouteName.AUTO, slabBytes);
  }

  @Nested
  final class InPlace extends OnAFake {
    @Override
    protected Splitter open() {
      return FakeSplitterTest.open(true, 1 << 24);
    }
  }

  @Nested
  final class InPlaceByTheSlab extends OnAFake {
    @Override
    protected Splitter open() {
      return FakeSplitterTest.open(true, 1 << 12);
    }
  }

  @Nested
  final class ThereAndBack extends OnAFake {
    @Override
    protected Splitter open() {
      return FakeSplitterTest.open(false, 1 << 24);
    }
  }

  @Nested
  final class ThereAndBackByTheSlab extends OnAFake {
    @Override
    protected Splitter open() {
      return FakeSplitterTest.open(false, 1 << 12);
    }
  }
}
