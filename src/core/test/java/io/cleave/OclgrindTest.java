package io.cleave;

import io.cleave.backend.Binding;
import io.cleave.backend.RouteName;
import io.cleave.backend.Splitter;

/// On the routes of its own choice.
class OclgrindTest extends OclgrindTwin {
  @Override
  protected boolean worksInPlace() {
    return true;
  }

  @Override
  protected Splitter open() {
    return Twin.open(PLATFORM, Binding.LWJGL, RouteName.AUTO);
  }
}
