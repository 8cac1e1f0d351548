package io.cleave.conformance;

import io.cleave.Device;
import io.cleave.plan.Geometry;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.Unit;
import io.cleave.spi.HostSplitter;
import io.cleave.spi.KnownDevice;
import io.cleave.spi.RouteExplanation;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// The simplest splitter of rows without outer loops: follows the plan, byte by byte or bit by bit.
/// Unlike the oracle it believes the plan.
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
  public void carryOut(SplitPlan plan, MemorySegment data, List<MemorySegment> parts) {
    Geometry geometry = plan.geometry();
    for (int i = 0; i < geometry.pieces(); i++) {
      MemorySegment memory = parts.get(geometry.output(i)).fill((byte) 0);
      long run = geometry.run(i);
      for (long row = 0; row < geometry.rows(); row++) {
        long from = geometry.start() + row * geometry.row() + geometry.offset(i);
        if (geometry.unit() == Unit.BYTE) {
          MemorySegment.copy(data, from, memory, row * run, run);
        } else {
          copyBits(plan, data, from, memory, row * run, run);
        }
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
    int inByte = (int) (at % 8);
    return plan.data().type().isMostSignificantFirst() ? 7 - inByte : inByte;
  }

  @Override
  protected void release() {}
}
