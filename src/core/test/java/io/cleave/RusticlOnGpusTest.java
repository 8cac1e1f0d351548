package io.cleave;

import io.cleave.backend.RouteName;
import io.cleave.backend.Splitter;

/// The same with the kernels of graphics processors.
class RusticlOnGpusTest extends RusticlTest {
  @Override
  protected Splitter open() {
    return Twin.asOnAGpu(PLATFORM, RouteName.FUSED);
  }
}
