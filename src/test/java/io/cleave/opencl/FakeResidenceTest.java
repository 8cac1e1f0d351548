package io.cleave.opencl;

import io.cleave.backend.Residence;
import io.cleave.backend.ResidenceContract;
import io.cleave.backend.RouteName;
import io.cleave.opencl.fake.FakeSession;

class FakeResidenceTest extends ResidenceContract {
  @Override
  protected Residence open() {
    return new OpenClResidence<>(FakeSession.outOfOrder(1), RouteName.AUTO);
  }
}
