package io.cleave.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A twin that only has addresses in its hands, as a device does.
class AbstractSplitterReachabilityTest {
  private static final SplitPlan PLAN =
      SplitPlan.of(Layout.of(ElementType.U8, 8), 0, Cut.byLengths(3, 5));

  private static final MemorySegment DATA = MemorySegment.ofArray(new byte[8]);
  private static final List<MemorySegment> PARTS =
      List.of(MemorySegment.ofArray(new byte[3]), MemorySegment.ofArray(new byte[5]));

  @Test
  void keepsMemoryOfAutomaticArenasUntilItReturns() {
    try (AddressSplitter splitter = new AddressSplitter()) {
      // Interpreted code keeps what it has no use for any more; compiled code does not.
      for (int i = 0; i < 20_000; i++) {
        splitter.split(PLAN, DATA, PARTS);
      }
      splitter.collects = true;
      splitter.split(PLAN, automatic(8), List.of(automatic(3), automatic(5)));
      assertThat(splitter.lost).isZero();
    }
  }

  private static MemorySegment automatic(long bytes) {
    return Arena.ofAuto().allocate(bytes);
  }

  private static final class AddressSplitter extends IdleSplitter {
    private boolean collects;
    private long lost;

    @Override
    public void carryOut(SplitPlan plan, MemorySegment data, List<MemorySegment> parts) {
      if (!collects) {
        return;
      }
      List<WeakReference<Object>> scopes = scopes(data, parts);
      System.gc();
      lost = scopes.stream().filter(scope -> scope.refersTo(null)).count();
    }

    private static List<WeakReference<Object>> scopes(
        MemorySegment data, List<MemorySegment> parts) {
      List<WeakReference<Object>> scopes = new ArrayList<>();
      scopes.add(new WeakReference<>(data.scope()));
      parts.forEach(part -> scopes.add(new WeakReference<>(part.scope())));
      return scopes;
    }
  }
}
