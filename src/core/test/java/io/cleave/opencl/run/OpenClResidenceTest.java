package io.cleave.opencl.run;

import static io.cleave.Refusal.refuses;

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
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tensors on a device, through both bindings.
@Tag("device")
class OpenClResidenceTest {
  abstract static class Through extends ResidenceContract {
    private final Binding binding;

    Through(Binding binding) {
      this.binding = binding;
    }

    @Override
    protected Residence open() {
      return TestSplitters.through(binding).residence(Route.AUTO, 1 << 20);
    }

    private static Tensor bytes(MemorySegment data, long... shape) {
      return new Tensor(ElementType.U8, Shape.of(shape), data);
    }

    /// Parts in one buffer begin at multiples of an alignment, which is too much here.
    @Test
    void partsThatDoNotFitOneBufferAreRefused() {
      SplitPlan columns = SplitPlan.of(Layout.of(ElementType.U8, 2, 2), 1, Cut.intoEqualParts(2));
      try (Residence device = TestSplitters.through(binding).residence(Route.AUTO, 4);
          ResidentTensor tensor = device.place(bytes(MemorySegment.ofArray(new byte[4]), 2, 2))) {
        refuses(() -> tensor.split(columns), "a buffer for the parts of u8 [2, 2] takes 130 bytes");
      }
    }

    /// The other thread could close its arena at any time.
    @Test
    void memoryThatIsAnotherThreadsOrReadOnlyIsRefused() {
      MemorySegment theirs =
          CompletableFuture.supplyAsync(() -> Arena.ofConfined().allocate(8)).join();
      MemorySegment mine = MemorySegment.ofArray(new byte[8]);
      try (Residence device = open();
          ResidentTensor tensor = device.place(bytes(mine, 8))) {
        refuses(() -> device.place(bytes(theirs, 8)), "the data belongs to the confined arena");
        refuses(() -> tensor.read(theirs), "belongs to the confined arena of another thread");
        refuses(() -> tensor.read(Arena.ofAuto().allocate(8).asReadOnly()), "is read-only");
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
