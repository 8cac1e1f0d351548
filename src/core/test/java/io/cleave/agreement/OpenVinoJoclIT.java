package io.cleave.agreement;

import io.cleave.opencl.session.Binding;

final class OpenVinoJoclIT extends OpenVinoIT {
  @Override
  Binding binding() {
    return Binding.JOCL;
  }
}
