package io.cleave.opencl;

import io.cleave.backend.RouteName;
import io.cleave.backend.Splitter;
import io.cleave.backend.SplitterContract;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.fake.FakeSession;
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
    return new OpenClSplitter<>(session, CpuSplitter.open(1), RouteName.AUTO, slabBytes);
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
