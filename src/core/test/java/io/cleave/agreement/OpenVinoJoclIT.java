package io.cleave.agreement;

import io.cleave.Route;
import io.cleave.Splitter;
import io.cleave.Twin;
import io.cleave.opencl.session.Binding;

final class OpenVinoJoclIT extends OpenVinoIT {
  @Override
  Splitter open() {
    return Twin.open(POCL, Binding.JOCL, Route.FUSED);
  }

  @Override
  int half() {
    return 1;
  }
}
