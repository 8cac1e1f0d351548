package io.cleave;

import io.cleave.opencl.session.Binding;
import io.cleave.spi.SplitterContract;
import org.junit.jupiter.api.Tag;

/// The contract on Mesa's rusticl, a third compiler, with llvmpipe. Like a simulator it gets little
/// of it: what is more is for the compiler of the tests with the tag `long`.
@Tag("driver")
class RusticlTest extends SplitterContract {
  static final String PLATFORM = "rusticl";

  @Override
  protected boolean isBrief() {
    return true;
  }

  @Override
  protected Splitter open() {
    return Twin.open(PLATFORM, Binding.LWJGL, Route.AUTO);
  }
}
