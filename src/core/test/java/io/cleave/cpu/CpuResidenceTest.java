package io.cleave.cpu;

import io.cleave.spi.HostResidence;
import io.cleave.spi.Residence;
import io.cleave.spi.ResidenceContract;

class CpuResidenceTest extends ResidenceContract {
  @Override
  protected Residence open() {
    return new HostResidence(CpuSplitter.open(1));
  }
}
