package io.cleave.opencl.fake;

import io.cleave.backend.Residence;
import io.cleave.backend.ResidenceContract;
import io.cleave.backend.RouteName;
import io.cleave.opencl.OpenClResidence;

class FakeResidenceTest extends ResidenceContract {
  @Override
  protected Residence open() {
    return new OpenClResidence<>(FakeSession.outOfOrder(1), RouteName.AUTO);
  }
}
