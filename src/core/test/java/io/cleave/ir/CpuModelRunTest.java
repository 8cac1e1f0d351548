package io.cleave.ir;

import io.cleave.backend.Residence;
import io.cleave.cpu.CpuSplitter;
import io.cleave.spi.HostResidence;

class CpuModelRunTest extends ModelRunContract {
  @Override
  protected Residence open() {
    return new HostResidence(CpuSplitter.open());
  }
}
