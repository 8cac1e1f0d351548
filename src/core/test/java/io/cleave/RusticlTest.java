package io.cleave;

import io.cleave.backend.Binding;
import io.cleave.backend.RouteName;
import io.cleave.backend.Splitter;
import io.cleave.backend.SplitterContract;
import org.junit.jupiter.api.Tag;

/// The contract on Mesa's rusticl, a third compiler, with llvmpipe. Like a simulator it gets little
/// of it: what is more is for the compiler of the tests with the tag `long`.
@Tag("rusticl")
class RusticlTest extends SplitterContract {
  static final String PLATFORM = "rusticl";

  @Override
  protected boolean isBrief() {
    return true;
  }

  @Override
  protected boolean worksInPlace() {
    return true;
  }

  @Override
  protected Splitter open() {
    return Twin.open(PLATFORM, Binding.LWJGL, RouteName.AUTO);
  }
}
