package io.cleave;

import io.cleave.backend.Binding;
import io.cleave.backend.RouteName;
import io.cleave.backend.Splitter;
import io.cleave.backend.SplitterContract;

/// The same on the routes of graphics processors.
class RusticlOnGpusIT extends SplitterContract {
  @Override
  protected boolean refusesLongRowsOfBits() {
    return true;
  }

  @Override
  protected Splitter open() {
    return Twin.open(RusticlIT.PLATFORM, Binding.LWJGL, RouteName.GPU);
  }
}
