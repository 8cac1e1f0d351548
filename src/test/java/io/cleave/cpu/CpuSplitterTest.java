package io.cleave.cpu;

import io.cleave.backend.Splitter;
import io.cleave.backend.SplitterContract;
import org.junit.jupiter.api.Nested;

/// The contract on the pure-Java twin, with helpers and without.
final class CpuSplitterTest {
  @Nested
  final class Alone extends SplitterContract {
    @Override
    protected Splitter open() {
      return CpuSplitter.open(1);
    }
  }

  @Nested
  final class ByFourThreads extends SplitterContract {
    @Override
    protected Splitter open() {
      return CpuSplitter.open(4);
    }
  }
}
