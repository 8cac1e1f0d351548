package io.cleave.cpu;

import io.cleave.backend.HostResidence;
import io.cleave.backend.Residence;
import io.cleave.backend.ResidenceContract;

class CpuResidenceTest extends ResidenceContract {
  @Override
  protected Residence open() {
    return new HostResidence(CpuSplitter.open(1));
  }
}
