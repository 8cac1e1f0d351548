package io.cleave;

import io.cleave.opencl.session.Binding;

/// On the routes of its own choice.
class OclgrindTest extends OclgrindTwin {
  @Override
  protected boolean worksInPlace() {
    return true;
  }

  @Override
  protected Splitter open() {
    return Twin.open(PLATFORM, Binding.LWJGL, Route.AUTO);
  }
}
