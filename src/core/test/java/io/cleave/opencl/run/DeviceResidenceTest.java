package io.cleave.opencl.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.Route;
import io.cleave.Tensor;
import io.cleave.opencl.session.Binding;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.Residence;
import io.cleave.spi.ResidenceContract;
import io.cleave.spi.ResidentTensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tensors on a device, through both bindings.
@Tag("device")
class DeviceResidenceTest {
  abstract static class Through extends ResidenceContract {
    private final Binding binding;

    Through(Binding binding) {
      this.binding = binding;
    }

    @Override
    protected Residence open() {
      return TestSplitters.through(binding).residence(Route.AUTO, 1 << 20);
    }

    /// A buffer holds one part with what follows it until the next may begin.
    @Test
    void partsThatDoNotFitOneBufferGetOneEach() {
      MemorySegment data = MemorySegment.ofArray(new byte[] {1, 2, 3, 4});
      SplitPlan columns = SplitPlan.of(Layout.of(ElementType.U8, 2, 2), 1, Cut.intoEqualParts(2));
      try (Residence device = TestSplitters.through(binding).residence(Route.AUTO, 4);
          Arena arena = Arena.ofConfined();
          ResidentTensor tensor =
              device.place(new Tensor(ElementType.U8, columns.data().shape(), data))) {
        List<ResidentTensor> parts = tensor.split(columns);
        MemorySegment read = arena.allocate(2);
        for (int i = 0; i < 2; i++) {
          try (ResidentTensor part = parts.get(i)) {
            part.read(read);
          }
          assertThat(read.toArray(ValueLayout.JAVA_BYTE)).containsExactly(i + 1, i + 3);
        }
      }
    }

    /// Whose thread could close it at any time.
    @Test
    void memoryOfAnotherThreadIsRefused() {
      MemorySegment theirs =
          CompletableFuture.supplyAsync(() -> Arena.ofConfined().allocate(8)).join();
      MemorySegment mine = MemorySegment.ofArray(new byte[8]);
      String message = "these 8 bytes belong to the confined arena of another thread";
      try (Residence device = open()) {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> device.place(new Tensor(ElementType.U8, Shape.of(8), theirs)))
            .withMessageContaining(message);
        try (ResidentTensor tensor = device.place(new Tensor(ElementType.U8, Shape.of(8), mine))) {
          assertThatIllegalArgumentException()
              .isThrownBy(() -> tensor.read(theirs))
              .withMessageContaining(message);
        }
      }
    }
  }

  @Nested
  final class ThroughLwjgl extends Through {
    ThroughLwjgl() {
      super(Binding.LWJGL);
    }
  }

  @Nested
  final class ThroughJocl extends Through {
    ThroughJocl() {
      super(Binding.JOCL);
    }
  }
}
