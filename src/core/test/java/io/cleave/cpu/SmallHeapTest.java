package io.cleave.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Jvm;
import io.cleave.cpu.loops.ScratchPool;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.PlanMemo;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What is kept for the next call gives way where memory runs short: a JVM with a small heap.
@Timeout(120)
class SmallHeapTest {
  private static final int MANY = 200;

  @Test
  void cachesGiveWay() throws IOException {
    assertThat(Jvm.output(ManyCaches.class, "-Xmx48m")).isEqualTo("all done");
  }

  /// Program that fills pools and a memo with more than its heap.
  static final class ManyCaches {
    static void main() {
      List<ScratchPool<byte[]>> all = new ArrayList<>();
      PlanMemo<byte[]> memo = new PlanMemo<>(_ -> new byte[1 << 20]);
      for (int i = 0; i < 2 * MANY; i++) {
        ScratchPool<byte[]> scratch = new ScratchPool<>(() -> new byte[1 << 20]);
        all.add(scratch);
        scratch.give(scratch.take());
        int rows = i % MANY + 1;
        memo.of(SplitPlan.of(Layout.of(ElementType.U8, rows, 2), 1, Cut.intoEqualParts(2)));
      }
      all.forEach(scratch -> scratch.give(scratch.take()));
      IO.print("all done");
    }
  }
}
