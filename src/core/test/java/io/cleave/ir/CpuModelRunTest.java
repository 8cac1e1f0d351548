package io.cleave.ir;

import io.cleave.cpu.CpuSplitter;
import io.cleave.spi.HostResidence;
import io.cleave.spi.Residence;

class CpuModelRunTest extends ModelRunContract {
  @Override
  protected Residence open() {
    return new HostResidence(CpuSplitter.open());
  }
}
