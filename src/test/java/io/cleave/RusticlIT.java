package io.cleave;

import io.cleave.backend.Binding;
import io.cleave.backend.RouteName;
import io.cleave.backend.Splitter;
import io.cleave.backend.SplitterContract;
import org.junit.jupiter.api.Nested;

/// The contract on Mesa's rusticl, a third compiler, with llvmpipe.
class RusticlIT {
  private static final String PLATFORM = "rusticl";

  @Nested
  class ThroughLwjgl extends SplitterContract {
    @Override
    protected Splitter open() {
      return Twin.open(PLATFORM, Binding.LWJGL, RouteName.AUTO);
    }
  }

  @Nested
  class AsOnGpus extends SplitterContract {
    @Override
    protected boolean refusesLongRowsOfBits() {
      return true;
    }

    @Override
    protected Splitter open() {
      return Twin.open(PLATFORM, Binding.LWJGL, RouteName.GPU);
    }
  }
}
