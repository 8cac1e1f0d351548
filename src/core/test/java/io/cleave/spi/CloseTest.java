package io.cleave.spi;

import static io.cleave.spi.HostSplitterTest.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.Tensor;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/// Closing, and use after it.
class CloseTest {
  private static final SplitPlan PLAN =
      SplitPlan.of(Layout.of(ElementType.U8, 4), 0, Cut.byLengths(4));
  private static final SplitPlan STRINGS =
      SplitPlan.of(Layout.of(ElementType.STRING, 1), 0, Cut.byLengths(1));

  /// Counts what is allocated from it.
  private static final class CountingArena implements Arena {
    private final Arena arena = Arena.ofAuto();
    private int allocations;

    @Override
    public MemorySegment allocate(long bytes, long alignment) {
      allocations++;
      return arena.allocate(bytes, alignment);
    }

    @Override
    public MemorySegment.Scope scope() {
      return arena.scope();
    }

    @Override
    public void close() {}
  }

  private final HostSplitterTest.Recorder splitter = new HostSplitterTest.Recorder();
  private final Tensor tensor = new Tensor(ElementType.U8, Shape.of(4), bytes(1, 2, 3, 4));

  private void split() {
    splitter.split(PLAN, tensor.data(), List.of(bytes(0, 0, 0, 0)));
  }

  private static void isRefused(ThrowingCallable call) {
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(call)
        .withMessage("the splitter is closed; open another one");
  }

  @Test
  void releasesOnce() {
    splitter.close();
    splitter.close();
    assertThat(splitter.releases).isEqualTo(1);
  }

  @Test
  void nothingWorksAfterwards() {
    splitter.close();
    CountingArena arena = new CountingArena();
    isRefused(this::split);
    isRefused(() -> splitter.split(PLAN, bytes(1), List.of()));
    isRefused(() -> splitter.split(PLAN, tensor.data(), arena));
    assertThat(arena.allocations).isZero();
    isRefused(() -> splitter.split(STRINGS, new String[1]));
    assertThat(splitter.plans).isEmpty();
  }

  @Test
  void nothingIsAllocatedForDataThatIsRefused() {
    Arena closed = Arena.ofConfined();
    Tensor dead = Tensor.allocate(ElementType.U8, Shape.of(4), closed);
    closed.close();
    var arena = new CountingArena();
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> splitter.split(PLAN, dead.data(), arena))
        .withMessage("the arena of the data is closed; keep it open until the split returns");
    assertThat(arena.allocations).isZero();
  }

  @Test
  void isRefusedFromWithinASplit() {
    splitter.during =
        () ->
            assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(splitter::close)
                .withMessageStartingWith("the splitter is in use by 1 call")
                .withMessageEndingWith("; close it when they have returned");
    split();
    assertThat(splitter.releases).isZero();
    splitter.during = () -> {};
    split();
    splitter.close();
    assertThat(splitter.releases).isEqualTo(1);
  }

  @Test
  void isPossibleAfterASplitThatFailed() {
    splitter.during =
        () -> {
          throw new IllegalArgumentException("the device is gone");
        };
    assertThatIllegalArgumentException().isThrownBy(this::split).withMessage("the device is gone");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> splitter.split(PLAN, bytes(1), List.of()));
    assertThatIllegalArgumentException().isThrownBy(() -> splitter.split(PLAN, new String[1]));
    splitter.close();
    assertThat(splitter.releases).isEqualTo(1);
  }
}
