package io.cleave;

/// Contracts on rusticl with the kernels of graphics processors, a few bytes at once.
class RusticlOnGpusTest extends RusticlTest {
  @Override
  protected Splitter open() {
    return Twin.asOnAGpu(PLATFORM, Route.AUTO, 1 << 11);
  }
}
