package io.cleave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.backend.Device;
import io.cleave.backend.HostSplitter;
import io.cleave.backend.Route;
import io.cleave.backend.Splitter;
import io.cleave.backend.SplitterContract;
import io.cleave.cpu.CpuSplitter;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Who splits what, and when that changes.
class ChoosingSplitterTest {
  private static final SplitPlan PLAN =
      SplitPlan.byLengths(Shape.of(4, 8), ElementType.U8, 1, 3, 5);

  @TempDir private Path folder = Path.of("");
  @AutoClose private final Arena arena = Arena.ofShared();

  @Nested
  final class WhenNothingPays extends SplitterContract {
    @Override
    protected Splitter open() {
      return new ChoosingSplitter(CpuSplitter.open(), Optional::empty, Payback.measured());
    }
  }

  @Nested
  final class WhenEverythingPays extends SplitterContract {
    @Override
    protected Splitter open() {
      return new ChoosingSplitter(
          CpuSplitter.open(1), () -> Optional.of(CpuSplitter.open(2)), new Payback(0, 0));
    }
  }

  /// Moves nothing; counts, or fails.
  private static final class Counting extends HostSplitter {
    private final @Nullable RuntimeException failure;
    private int splits;
    private int closed;

    Counting(@Nullable RuntimeException failure) {
      this.failure = failure;
    }

    @Override
    public Device device() {
      return new Device(Device.Kind.CPU, "test", "fast one", 1, 1);
    }

    @Override
    public Route explain(SplitPlan plan) {
      return new Route("fast", "it is counted", List.of());
    }

    @Override
    protected void carryOut(
        SplitPlan plan, MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
      splits++;
      if (failure != null) {
        throw failure;
      }
    }

    @Override
    protected void release() {
      closed++;
    }
  }

  private MemorySegment memory(long bytes) {
    return arena.allocate(bytes).fill((byte) 7);
  }

  /// Splits data of sevens into parts of sevens, and checks whether the bytes were moved.
  private boolean moves(Splitter splitter, SplitPlan plan) {
    List<MemorySegment> parts =
        plan.parts().stream().map(part -> arena.allocate(part.bytes())).toList();
    splitter.split(plan, memory(plan.bytes()), parts);
    return parts.getLast().get(ValueLayout.JAVA_BYTE, 0) == 7;
  }

  private static ChoosingSplitter choosing(Counting fast, long least, long bytes) {
    return new ChoosingSplitter(
        CpuSplitter.open(1), () -> Optional.of(fast), new Payback(least, bytes));
  }

  @Test
  void thePlanThatPaysBackMovesOver() {
    var fast = new Counting(null);
    SplitPlan other = SplitPlan.byLengths(Shape.of(4, 8), ElementType.U8, 1, 4, 4);
    try (Splitter splitter = choosing(fast, 32, 70)) {
      assertThat(moves(splitter, PLAN)).isTrue();
      assertThat(moves(splitter, PLAN)).isTrue();
      assertThat(splitter.explain(PLAN).reason())
          .endsWith("; a device in the same memory pays only after 70 bytes of one plan");
      assertThat(moves(splitter, PLAN)).as("64 bytes are fewer than 70").isTrue();
      assertThat(moves(splitter, PLAN)).as("by the other, which moves nothing").isFalse();
      assertThat(splitter.explain(PLAN).reason()).isEqualTo("it is counted");
      assertThat(moves(splitter, other)).as("another plan").isTrue();
      assertThat(splitter.device().kind()).isEqualTo(Device.Kind.JAVA);
    }
    assertThat(fast.splits).isEqualTo(1);
    assertThat(fast.closed).isEqualTo(1);
  }

  @Test
  void smallPlansContiguousOnesHeapMemoryAndFilesStay() throws IOException {
    var fast = new Counting(null);
    SplitPlan contiguous = SplitPlan.byLengths(Shape.of(8, 8), ElementType.U8, 0, 3, 5);
    SplitPlan small = SplitPlan.byLengths(Shape.of(2, 8), ElementType.U8, 1, 3, 5);
    try (Splitter splitter = choosing(fast, 32, 0)) {
      assertThat(moves(splitter, contiguous)).isTrue();
      assertThat(moves(splitter, small)).isTrue();
      splitter.split(
          PLAN,
          MemorySegment.ofArray(new byte[32]),
          List.of(MemorySegment.ofArray(new byte[12]), MemorySegment.ofArray(new byte[20])));
      splitter.split(PLAN, mapped(), List.of(memory(12), memory(20)));
      assertThat(splitter.explain(small).reason()).doesNotContain("pays");
    }
    assertThat(fast.splits).isZero();
  }

  private MemorySegment mapped() throws IOException {
    Path file = Files.write(folder.resolve("data"), new byte[32]);
    try (FileChannel channel = FileChannel.open(file)) {
      return channel.map(FileChannel.MapMode.READ_ONLY, 0, 32, arena);
    }
  }

  @Test
  void whatFailsIsDoneInPlainJavaAndNotTriedAgain() {
    var fast = new Counting(new UnsupportedOperationException("the device is lost"));
    try (Splitter splitter = choosing(fast, 0, 0)) {
      assertThat(moves(splitter, PLAN)).isTrue();
      assertThat(moves(splitter, PLAN)).isTrue();
      assertThat(fast.splits).isEqualTo(1);
    }
    assertThat(fast.closed).isEqualTo(1);
  }

  @Test
  void whatCannotBeOpenedIsNotTriedAgain() {
    int[] tries = {0};
    Supplier<Optional<Splitter>> opener =
        () -> {
          tries[0]++;
          throw new UnsupportedOperationException("no device");
        };
    try (Splitter splitter = new ChoosingSplitter(CpuSplitter.open(1), opener, new Payback(0, 0))) {
      assertThat(moves(splitter, PLAN)).isTrue();
      assertThat(moves(splitter, PLAN)).isTrue();
    }
    assertThat(tries[0]).isEqualTo(1);
  }

  @Test
  void mistakesAreTheCallers() {
    var fast = new Counting(null);
    try (Splitter splitter = choosing(fast, 0, 0)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> splitter.split(PLAN, memory(31), List.of(memory(12), memory(20))));
      assertThat(fast.splits).isZero();
    }
  }

  @Test
  void aClosedOneRefuses() {
    var splitter = choosing(new Counting(null), 0, 0);
    splitter.close();
    splitter.close();
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> splitter.explain(PLAN))
        .withMessage("the splitter is closed; open another one");
  }

  /// What is remembered is bounded: a plan that was pushed out begins again.
  @Test
  void forgetsTheLongestUnusedPlans() {
    var payback = new Payback(0, 64);
    payback.count(PLAN);
    payback.count(PLAN);
    assertThat(payback.hasPaid(PLAN)).isTrue();
    for (int extent = 1; extent <= 256; extent++) {
      payback.count(SplitPlan.intoEqualParts(Shape.of(extent, 2), ElementType.U8, 1, 2));
    }
    assertThat(payback.hasPaid(PLAN)).isFalse();
  }
}
