package io.cleave.opencl.run;

import static io.cleave.Refusal.refuses;
import static org.assertj.core.api.Assertions.assertThat;

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

    private static byte[] read(ResidentTensor tensor, long bytes) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment to = arena.allocate(bytes);
        tensor.read(to);
        return to.toArray(ValueLayout.JAVA_BYTE);
      }
    }

    /// Parts in one buffer begin at multiples of an alignment, which is too much here.
    @Test
    void partsThatDoNotFitOneBufferGetOneEach() {
      assertThat(buffersOfColumns(4)).isEqualTo(buffersOfColumns(1 << 20) + 1);
    }

    private long buffersOfColumns(long largest) {
      MemorySegment data = MemorySegment.ofArray(new byte[] {1, 2, 3, 4});
      SplitPlan columns = SplitPlan.of(Layout.of(ElementType.U8, 2, 2), 1, Cut.intoEqualParts(2));
      TestSplitters<?, ?> splitters = TestSplitters.through(binding);
      try (Residence device = splitters.residence(Route.AUTO, largest);
          ResidentTensor tensor = device.place(bytes(data, 2, 2))) {
        splitters.driver().expect(null);
        List<ResidentTensor> parts = tensor.split(columns);
        assertThat(read(parts.get(0), 2)).containsExactly(1, 3);
        assertThat(read(parts.get(1), 2)).containsExactly(2, 4);
        parts.forEach(ResidentTensor::close);
      }
      return splitters.driver().calls().stream().filter("clCreateBuffer"::equals).count();
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
