package io.cleave.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Tensor;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Contract of all residences.
public abstract class ResidenceContract {
  private static final Shape SHAPE = Shape.of(2, 2);

  @AutoClose private final Arena arena = Arena.ofConfined();
  private @Nullable Residence residence;
  private @Nullable ResidentTensor placed;

  /// A new residence on the device that this is about.
  protected abstract Residence open();

  @BeforeEach
  void place() {
    residence = open();
    byte[] bytes = {1, 2, 3, 4};
    placed = residence.place(new Tensor(ElementType.U8, SHAPE, MemorySegment.ofArray(bytes)));
  }

  @AfterEach
  void close() {
    tensor().close();
    Objects.requireNonNull(residence).close();
  }

  private ResidentTensor tensor() {
    return Objects.requireNonNull(placed);
  }

  private byte[] read(ResidentTensor tensor, long bytes) {
    MemorySegment to = arena.allocate(bytes);
    tensor.read(to);
    return to.toArray(ValueLayout.JAVA_BYTE);
  }

  /// In rows, which are views, and in columns, which are copies.
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void partsAreRead(int axis) {
    SplitPlan plan = SplitPlan.of(Layout.of(ElementType.U8, SHAPE), axis, Cut.intoEqualParts(2));
    List<ResidentTensor> parts = tensor().split(plan);
    try (ResidentTensor first = parts.get(0);
        ResidentTensor second = parts.get(1)) {
      assertThat(read(first, 2)).containsExactly(axis == 0 ? new int[] {1, 2} : new int[] {1, 3});
      assertThat(read(second, 2)).containsExactly(axis == 0 ? new int[] {3, 4} : new int[] {2, 4});
    }
  }

  /// A window that is smaller than the tensor, and its parts in one.
  @Test
  void windowsAreSplitAndStacked() {
    Layout right = Layout.of(ElementType.U8, SHAPE).cropped(1, 1, 1);
    SplitPlan window = SplitPlan.of(right, 1, Cut.byLengths(1));
    SplitPlan stack =
        SplitPlan.of(Layout.of(ElementType.U8, SHAPE), 1, Cut.intoEqualParts(2))
            .only(1, 0)
            .stacked(0);
    try (ResidentTensor second = tensor().split(window).getFirst();
        ResidentTensor stacked = tensor().split(stack).getFirst()) {
      assertThat(read(second, 2)).containsExactly(2, 4);
      assertThat(read(stacked, 4)).containsExactly(2, 4, 1, 3);
    }
  }
}
