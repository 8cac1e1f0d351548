package io.cleave;

import io.cleave.backend.Binding;
import io.cleave.backend.RouteName;
import io.cleave.backend.Splitter;
import io.cleave.backend.SplitterContract;

/// The contract on Mesa's rusticl, a third compiler, with llvmpipe.
class RusticlIT extends SplitterContract {
  static final String PLATFORM = "rusticl";

  @Override
  protected Splitter open() {
    return Twin.open(PLATFORM, Binding.LWJGL, RouteName.AUTO);
  }
}
