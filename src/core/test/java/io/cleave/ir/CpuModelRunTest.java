package io.cleave.ir;

import io.cleave.backend.HostResidence;
import io.cleave.backend.Residence;
import io.cleave.cpu.CpuSplitter;

class CpuModelRunTest extends ModelRunContract {
  @Override
  protected Residence open() {
    return new HostResidence(CpuSplitter.open());
  }
}
