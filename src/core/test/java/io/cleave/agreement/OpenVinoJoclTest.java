package io.cleave.agreement;

import io.cleave.opencl.session.Binding;

final class OpenVinoJoclTest extends OpenVinoTest {
  @Override
  Binding binding() {
    return Binding.JOCL;
  }
}
