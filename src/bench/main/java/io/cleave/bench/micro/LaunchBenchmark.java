package io.cleave.bench.micro;

import io.cleave.opencl.LwjglSplitter;
import io.cleave.opencl.Region;
import io.cleave.plan.Part;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.lwjgl.opencl.CL10;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/// A tiny split of data that lives on the device, against the least that a launch can cost: an
/// empty kernel, queued and awaited through the same binding.

@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@State(Scope.Benchmark)
public class LaunchBenchmark {
  private final LwjglQueue queue = LwjglQueue.open();
  private final long empty = queue.kernel("kernel void empty() {}", "empty");
  private final long idle =
      queue.kernel(
          "kernel void idle(global uchar *a, global uchar *b, global uchar *c, global uchar *d) {}",
          "idle");
  private final long data = queue.buffer(Tiny.PLAN.data().bytes());
  private final List<Long> parts =
      Tiny.PLAN.parts().stream().map(Part::bytes).map(queue::buffer).toList();

  private final List<Region<Long>> regions = parts.stream().map(Region::of).toList();

  private final LwjglSplitter splitter = LwjglSplitter.borrow(queue.context(), queue.queue());

  /// One launch of nothing.
  @Benchmark
  public void emptyKernel() {
    queue.await(queue.launch(empty));
  }

  /// One launch of nothing that is given the buffers of the split.
  @Benchmark
  public void idleKernelOfBuffers() {
    CL10.clSetKernelArg1p(idle, 0, data);
    for (int i = 0; i < parts.size(); i++) {
      CL10.clSetKernelArg1p(idle, 1 + i, parts.get(i));
    }
    queue.await(queue.launch(idle));
  }

  /// One split into buffers.
  @Benchmark
  public void split() {
    queue.await(splitter.submit(Tiny.PLAN, Region.of(data), regions));
  }

  /// Gives the device back.
  @TearDown
  public void close() {
    splitter.close();
    parts.forEach(CL10::clReleaseMemObject);
    CL10.clReleaseMemObject(data);
    CL10.clReleaseKernel(empty);
    CL10.clReleaseKernel(idle);
    queue.close();
  }
}
