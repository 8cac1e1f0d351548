package io.cleave.ir;

import io.cleave.Twin;
import io.cleave.backend.Binding;
import io.cleave.backend.Residence;
import io.cleave.backend.RouteName;
import org.junit.jupiter.api.Nested;

class PoclModelRunTest {
  private static final String PLATFORM = "Portable Computing Language";

  @Nested
  class ThroughLwjgl extends ModelRunContract {
    @Override
    protected Residence open() {
      return Twin.residence(PLATFORM, Binding.LWJGL, RouteName.AUTO);
    }
  }

  @Nested
  class ThroughJocl extends ModelRunContract {
    @Override
    protected Residence open() {
      return Twin.residence(PLATFORM, Binding.JOCL, RouteName.AUTO);
    }
  }

  @Nested
  class AsOnGpus extends ModelRunContract {
    @Override
    protected Residence open() {
      return Twin.residence(PLATFORM, Binding.LWJGL, RouteName.GPU);
    }
  }
}
