package io.cleave.bench.micro;

import io.cleave.Device;
import io.cleave.Route;
import io.cleave.Splitter;
import io.cleave.cpu.CpuSplitter;
import io.cleave.opencl.session.Binding;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import io.cleave.tune.TunedSplitters;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/// A tiny split from host memory to host memory: overhead alone.

@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@State(Scope.Benchmark)
public class TinySplitBenchmark {
  private static final SplitPlan PLAN =
      SplitPlan.of(Layout.of(ElementType.F32, 8, 64), 1, Cut.byLengths(16, -1, 16));

  /// How the device is reached: plain Java, or a binding to the first OpenCL device.
  @Param({"cpu", "lwjgl", "jocl"})
  public String device = "cpu";

  private final Arena arena = Arena.ofShared();
  private final MemorySegment data = arena.allocate(PLAN.data().bytes(), 64);
  private final List<MemorySegment> parts =
      PLAN.parts().stream().map(part -> arena.allocate(part.bytes(), 64)).toList();

  private Splitter splitter = CpuSplitter.open();

  /// Opens the device.
  @Setup
  public void open() {
    if (!device.equals("cpu")) {
      splitter.close();
      Binding binding = Binding.valueOf(device.toUpperCase(Locale.ROOT));
      // The processor is the first device.
      splitter = TunedSplitters.open(Device.all().get(1), binding, Route.AUTO);
    }
  }

  /// One split into the same memory as before.
  @Benchmark
  public void split() {
    splitter.split(PLAN, data, parts);
  }

  /// Closes the device.
  @TearDown
  public void close() {
    splitter.close();
    arena.close();
  }
}
