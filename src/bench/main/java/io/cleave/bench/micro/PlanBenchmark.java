package io.cleave.bench.micro;

import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.Arrays;
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
import org.openjdk.jmh.annotations.Warmup;

/// Making a plan: should grow linearly with the number of parts.

@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@State(Scope.Benchmark)
public class PlanBenchmark {
  private static final int LENGTH = 3;

  /// How many parts the plan has.
  @Param({"3", "1000", "100000"})
  public int parts;

  private long[] lengths = {};
  private Shape shape = Shape.of();

  /// Makes the arguments.
  @Setup
  public void prepare() {
    lengths = new long[parts];
    Arrays.fill(lengths, LENGTH);
    shape = Shape.of(4096, (long) LENGTH * parts);
  }

  /// One plan.
  @Benchmark
  public SplitPlan plan() {
    return SplitPlan.of(Layout.of(ElementType.F32, shape), 1, Cut.byLengths(lengths));
  }
}
