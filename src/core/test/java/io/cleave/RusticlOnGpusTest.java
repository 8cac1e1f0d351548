package io.cleave;

/// The same with the kernels of graphics processors.
class RusticlOnGpusTest extends RusticlTest {
  @Override
  protected Splitter open() {
    return Twin.asOnAGpu(PLATFORM, Route.FUSED);
  }
}
