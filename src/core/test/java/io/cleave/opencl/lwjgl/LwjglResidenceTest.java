package io.cleave.opencl.lwjgl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cleave.Route;
import io.cleave.Tensor;
import io.cleave.ir.ModelRunContract;
import io.cleave.opencl.run.TestSplitters;
import io.cleave.opencl.session.LwjglApi;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.Residence;
import io.cleave.spi.ResidentTensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A device whose buffers are so small that parts do not fit one together.
@Tag("device")
@Tag("long")
class LwjglResidenceTest extends ModelRunContract {
  /// What the largest tensor of the contract takes: its parts, each aligned, take more.
  private static final long LARGEST = 3 * 12 * 5 * 16 * Double.BYTES;

  private static Residence open(Route route, long largest) {
    return new TestSplitters<>(new LwjglApi()).residence(route, largest);
  }

  @Override
  protected Residence open() {
    return open(Route.AUTO, LARGEST);
  }

  private static Tensor tensor(byte[] bytes, long... shape) {
    return new Tensor(ElementType.U8, Shape.of(shape), MemorySegment.ofArray(bytes));
  }

  @Test
  void whatIsTooLargeIsRefused() {
    try (Residence device = open(Route.AUTO, 5)) {
      assertThatThrownBy(() -> device.place(tensor(new byte[6], 6)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("u8 [6] takes 6 bytes")
          .hasMessageContaining("at most 5 in one piece");
    }
  }

  @Test
  void viewsAreTakenWhereTheyCanBe() {
    try (Residence device = open(Route.AUTO, 64);
        Arena arena = Arena.ofConfined()) {
      ResidentTensor data = device.place(tensor(new byte[] {1, 2, 3, 4, 5, 6}, 2, 3));
      SplitPlan rows =
          SplitPlan.of(Layout.of(ElementType.U8, 2, 3), 0, Cut.intoEqualParts(2)).only(1);
      List<ResidentTensor> parts = data.split(rows);
      ResidentTensor second = parts.getFirst();
      data.close();
      data.close();
      MemorySegment to = arena.allocate(3);
      second.read(to);
      assertThat(to.toArray(ValueLayout.JAVA_BYTE)).containsExactly(4, 5, 6);
      second.close();
    }
  }
}
