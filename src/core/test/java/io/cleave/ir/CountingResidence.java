package io.cleave.ir;

import io.cleave.Tensor;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.Residence;
import io.cleave.spi.ResidentTensor;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Counts what goes to a device and what comes back.
final class CountingResidence implements Residence {
  private final Residence device;
  private int placed;
  private int read;
  private int open;
  private Runnable failure = () -> {};

  CountingResidence(Residence device) {
    this.device = device;
  }

  int placed() {
    return placed;
  }

  int read() {
    return read;
  }

  int open() {
    return open;
  }

  /// From now on, closing a tensor fails when it is done.
  ///
  /// @param failing throws
  void failToClose(Runnable failing) {
    failure = failing;
  }

  @Override
  public ResidentTensor place(Tensor tensor) {
    placed++;
    return new Counted(device.place(tensor));
  }

  @Override
  public void close() {
    device.close();
  }

  private final class Counted implements ResidentTensor {
    private final ResidentTensor tensor;

    Counted(ResidentTensor tensor) {
      this.tensor = tensor;
      open++;
    }

    @Override
    public List<ResidentTensor> split(SplitPlan plan) {
      return tensor.split(plan).stream().<ResidentTensor>map(Counted::new).toList();
    }

    @Override
    public void read(MemorySegment to) {
      read++;
      tensor.read(to);
    }

    @Override
    public void close() {
      open--;
      tensor.close();
      failure.run();
    }
  }
}
