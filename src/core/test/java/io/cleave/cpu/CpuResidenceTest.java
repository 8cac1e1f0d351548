package io.cleave.cpu;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.Tensor;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.spi.HostResidence;
import io.cleave.spi.Residence;
import io.cleave.spi.ResidenceContract;
import io.cleave.spi.ResidentTensor;
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
      Tensor confined = Tensor.allocate(ElementType.U8, Shape.of(4), arena);
      Tensor common = Tensor.allocate(ElementType.U8, Shape.of(4), shared);
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
