package io.cleave.choice;

import io.cleave.backend.Device;
import io.cleave.backend.OpenClException;
import io.cleave.backend.Route;
import io.cleave.backend.Splitter;
import io.cleave.cpu.CpuSplitter;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import io.cleave.spi.HostSplitter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A candidate that splits right, and takes the time that it is told to.
final class TestCandidate implements Candidate, AutoCloseable {
  private final String name;
  private final CpuSplitter cpu = CpuSplitter.open(1);
  private final AtomicInteger calls = new AtomicInteger();
  private volatile long nanos;
  private volatile @Nullable RuntimeException failure;
  private volatile boolean wrong;
  private volatile long least;
  private final AtomicInteger opened = new AtomicInteger();

  private TestCandidate(String name) {
    this.name = name;
  }

  static TestCandidate named(String name) {
    return new TestCandidate(name);
  }

  /// From now on each split takes at least so long.
  TestCandidate taking(long nanoseconds) {
    nanos = nanoseconds;
    return this;
  }

  /// From now on each split fails.
  TestCandidate failing(@Nullable RuntimeException e) {
    failure = e;
    return this;
  }

  /// From now on each split of fewer bytes fails, such as of some rows on trial.
  TestCandidate failingBelow(long bytes) {
    least = bytes;
    return this;
  }

  /// From now on each split makes a byte wrong.
  TestCandidate wrong() {
    wrong = true;
    return this;
  }

  int calls() {
    return calls.get();
  }

  int opened() {
    return opened.get();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String revision() {
    return "1";
  }

  @Override
  public Splitter splitter() {
    opened.incrementAndGet();
    return splitter;
  }

  private final HostSplitter splitter =
      new HostSplitter() {
        @Override
        protected void carryOut(
            SplitPlan plan, MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
          calls.incrementAndGet();
          RuntimeException e = failure;
          if (e != null) {
            throw e;
          }
          if (plan.bytes() < least) {
            throw new OpenClException("clEnqueueNDRangeKernel", -4, "a trial");
          }
          long begin = System.nanoTime();
          cpu.split(plan, data, parts);
          spoil(plan, parts);
          long left = nanos - (System.nanoTime() - begin);
          if (left > 0) {
            LockSupport.parkNanos(left);
          }
        }

        @Override
        protected void carryOut(StackedPlan plan, MemorySegment data, MemorySegment result) {
          cpu.split(plan, data, result);
        }

        @Override
        protected void release() {
          cpu.close();
        }

        @Override
        public Device device() {
          return CpuSplitter.describe();
        }

        @Override
        public Route explain(SplitPlan plan) {
          return new Route(name, "a test's", List.of());
        }
      };

  private void spoil(SplitPlan plan, List<? extends @Nullable MemorySegment> parts) {
    for (Part part : plan.parts()) {
      MemorySegment memory = parts.get(part.index());
      if (wrong && memory != null && memory.byteSize() > 0) {
        byte right = memory.get(ValueLayout.JAVA_BYTE, 0);
        memory.set(ValueLayout.JAVA_BYTE, 0, (byte) ~right);
        return;
      }
    }
  }

  @Override
  public void close() {
    splitter.close();
  }
}
