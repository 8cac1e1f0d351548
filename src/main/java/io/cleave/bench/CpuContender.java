package io.cleave.bench;

import io.cleave.cpu.CpuKernels;
import io.cleave.cpu.CpuSplitter;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.Locale;

/// The processors that run the JVM, with these kernels on so many threads.
///
/// @param threads the calling one among them
/// @param pool where the parts go
record CpuContender(int threads, CpuKernels kernels, OutputPool pool) implements Contender {
  @Override
  public Label label() {
    String name = kernels.name().toLowerCase(Locale.ROOT);
    return new Label(
        "cpu", "", name + (threads == 1 ? ", 1 thread" : ", %s threads".formatted(threads)));
  }

  @Override
  public boolean isJava() {
    return true;
  }

  @Override
  public Run prepare(SplitPlan plan, MemorySegment data) {
    return new SplitterRun(CpuSplitter.open(threads, kernels), plan, data, pool.parts(plan));
  }
}
