package io.cleave.cpu;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.backend.Residence;
import io.cleave.backend.ResidenceContract;
import io.cleave.backend.ResidentTensor;
import io.cleave.backend.Tensor;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.spi.HostResidence;
import java.lang.foreign.Arena;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class CpuResidenceTest extends ResidenceContract {
  private static final String REMEDY =
      " belongs to the confined arena of another thread; go on there, or use Arena.ofShared()";

  @Override
  protected Residence open() {
    return new HostResidence(CpuSplitter.open(1));
  }

  @Test
  void memoryOfAnotherThreadIsRefused() {
    try (Arena arena = Arena.ofConfined();
        Arena shared = Arena.ofShared()) {
      Tensor confined = Tensor.allocate(Shape.of(4), ElementType.U8, arena);
      Tensor common = Tensor.allocate(Shape.of(4), ElementType.U8, shared);
      CompletableFuture.runAsync(() -> refuses(confined, common)).join();
    }
  }

  private void refuses(Tensor confined, Tensor common) {
    try (Residence residence = open();
        ResidentTensor tensor = residence.place(common)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> residence.place(confined))
          .withMessage("the data" + REMEDY);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> tensor.read(confined.data()))
          .withMessage("the segment" + REMEDY);
    }
  }
}
