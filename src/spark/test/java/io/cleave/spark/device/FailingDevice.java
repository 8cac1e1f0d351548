package io.cleave.spark.device;

import io.cleave.backend.Device;
import io.cleave.backend.HostSplitter;
import io.cleave.backend.OpenClException;
import io.cleave.backend.Route;
import io.cleave.cpu.CpuSplitter;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Splits right so many times, and is gone then.
final class FailingDevice extends HostSplitter {
  private static final byte GARBAGE = 0x77;

  private final CpuSplitter cpu = CpuSplitter.open(1);
  private final AtomicInteger calls = new AtomicInteger();
  private final int right;
  private final CountDownLatch failing;
  private volatile boolean closed;

  /// @param right how many splits are right
  FailingDevice(int right) {
    this(right, 1);
  }

  /// @param together how many splits fail at once
  FailingDevice(int right, int together) {
    this.right = right;
    this.failing = new CountDownLatch(together);
  }

  /// How often it was asked to split.
  int calls() {
    return calls.get();
  }

  boolean isClosed() {
    return closed;
  }

  @Override
  protected void carryOut(
      SplitPlan plan, MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
    if (calls.incrementAndGet() > right) {
      parts.forEach(FailingDevice::spoil);
      throw fails();
    }
    cpu.split(plan, data, parts);
  }

  @Override
  protected void carryOut(StackedPlan plan, MemorySegment data, MemorySegment result) {
    if (calls.incrementAndGet() > right) {
      spoil(result);
      throw fails();
    }
    cpu.split(plan, data, result);
  }

  private static void spoil(@Nullable MemorySegment memory) {
    if (memory != null) {
      memory.fill(GARBAGE);
    }
  }

  private OpenClException fails() {
    failing.countDown();
    try {
      failing.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return gone();
  }

  private static OpenClException gone() {
    return new OpenClException("clEnqueueNDRangeKernel", -36, "a device that fails");
  }

  @Override
  protected void release() {
    cpu.close();
    closed = true;
    if (calls.get() > right) {
      throw gone();
    }
  }

  @Override
  public Device device() {
    return new Device(Device.Kind.GPU, "Tests", "a device that fails", 1, 1L << 30);
  }

  @Override
  public Route explain(SplitPlan plan) {
    return cpu.explain(plan);
  }
}
