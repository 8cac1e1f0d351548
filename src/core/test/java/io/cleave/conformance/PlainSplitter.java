package io.cleave.conformance;

import io.cleave.Device;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import io.cleave.spi.HostSplitter;
import io.cleave.spi.KnownDevice;
import io.cleave.spi.RouteExplanation;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The simplest splitter: follows the plan, byte by byte or bit by bit. Unlike the oracle it
/// believes the plan.
public class PlainSplitter extends HostSplitter {
  @Override
  public Device device() {
    return new KnownDevice(KnownDevice.Kind.JAVA, "test", "plain", 1, Long.MAX_VALUE, 0);
  }

  @Override
  public RouteExplanation route(SplitPlan plan) {
    return new RouteExplanation("plain", "there is no other", List.of());
  }

  @Override
  public void carryOut(
      SplitPlan plan, MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
    for (Part part : plan.parts()) {
      MemorySegment memory = parts.get(part.index());
      if (memory != null) {
        memory.fill((byte) 0);
        copy(plan, part, data, memory);
      }
    }
  }

  private static void copy(SplitPlan plan, Part part, MemorySegment data, MemorySegment memory) {
    for (long row = 0; row < plan.rows(); row++) {
      long from = row * plan.row() + part.offset();
      long to = row * part.run();
      if (plan.unit() == Unit.BYTE) {
        MemorySegment.copy(data, from, memory, to, part.run());
      } else {
        copyBits(plan, data, from, memory, to, part.run());
      }
    }
  }

  private static void copyBits(
      SplitPlan plan, MemorySegment data, long from, MemorySegment memory, long to, long run) {
    for (long i = 0; i < run; i++) {
      int bit = data.get(ValueLayout.JAVA_BYTE, (from + i) / 8) >> shift(plan, from + i) & 1;
      byte old = memory.get(ValueLayout.JAVA_BYTE, (to + i) / 8);
      memory.set(ValueLayout.JAVA_BYTE, (to + i) / 8, (byte) (old | bit << shift(plan, to + i)));
    }
  }

  private static int shift(SplitPlan plan, long at) {
    return switch (plan.type().bitOrder()) {
      case LEAST_SIGNIFICANT_FIRST -> (int) (at % 8);
      case MOST_SIGNIFICANT_FIRST -> 7 - (int) (at % 8);
    };
  }

  @Override
  protected void release() {}
}
