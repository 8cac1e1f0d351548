package io.cleave;

/// On the routes of graphics processors.
class OclgrindOnGpusTest extends OclgrindTwin {
  @Override
  protected Splitter open() {
    return Twin.asOnAGpu(PLATFORM, Route.FUSED, 1 << 28);
  }
}
