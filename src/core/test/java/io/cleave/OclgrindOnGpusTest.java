package io.cleave;

import io.cleave.backend.RouteName;
import io.cleave.backend.Splitter;

/// On the routes of graphics processors.
class OclgrindOnGpusTest extends OclgrindTwin {
  @Override
  protected Splitter open() {
    return Twin.asOnAGpu(PLATFORM, RouteName.FUSED);
  }
}
