package io.cleave.sweep;

import io.cleave.backend.Device;
import io.cleave.backend.HostSplitter;
import io.cleave.backend.Route;
import io.cleave.backend.Splitter;
import io.cleave.cpu.CpuSplitter;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Splits, and sometimes spoils the last byte of what it made.
final class Spoiled extends HostSplitter {
  private final Splitter right = CpuSplitter.open(1);
  private final Predicate<SplitPlan> when;

  /// @param when it does so
  Spoiled(Predicate<SplitPlan> when) {
    this.when = when;
  }

  @Override
  public Device device() {
    return right.device();
  }

  @Override
  public Route explain(SplitPlan plan) {
    return right.explain(plan);
  }

  @Override
  protected void carryOut(
      SplitPlan plan, MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
    right.split(plan, data, parts);
    if (when.test(plan)) {
      parts.stream().flatMap(Stream::ofNullable).forEach(Spoiled::spoil);
    }
  }

  @Override
  protected void carryOut(StackedPlan plan, MemorySegment data, MemorySegment result) {
    right.split(plan, data, result);
    if (when.test(plan.slices())) {
      spoil(result);
    }
  }

  private static void spoil(MemorySegment part) {
    if (part.byteSize() > 0) {
      MemorySegment last = part.asSlice(part.byteSize() - 1);
      last.fill((byte) ~last.toArray(ValueLayout.JAVA_BYTE)[0]);
    }
  }

  @Override
  protected void release() {
    right.close();
  }
}
