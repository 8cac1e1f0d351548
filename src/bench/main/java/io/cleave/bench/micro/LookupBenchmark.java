package io.cleave.bench.micro;

import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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

/// Finding what was cached for a plan, as every call of a splitter does.

@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@State(Scope.Benchmark)
public class LookupBenchmark {
  /// How many parts the plan has.
  @Param({"3", "1000"})
  public int parts;

  private final Map<SplitPlan, String> cache = new HashMap<>();
  private SplitPlan known = plan(1);
  private SplitPlan equal = plan(1);

  /// Fills the cache.
  @Setup
  public void prepare() {
    known = plan(parts);
    equal = plan(parts);
    cache.put(known, "found");
  }

  private static SplitPlan plan(int parts) {
    return SplitPlan.of(Layout.of(ElementType.F32, 4096, 3L * parts), 1, Cut.intoEqualParts(parts));
  }

  /// With the plan itself.
  @Benchmark
  public @Nullable String same() {
    return cache.get(known);
  }

  /// With an equal one, whose lengths must be compared.
  @Benchmark
  public @Nullable String equal() {
    return cache.get(equal);
  }
}
