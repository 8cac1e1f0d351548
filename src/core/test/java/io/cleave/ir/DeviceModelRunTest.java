package io.cleave.ir;

import io.cleave.Residences;
import io.cleave.backend.Binding;
import io.cleave.backend.Device;
import io.cleave.backend.Residence;
import io.cleave.backend.RouteName;
import io.cleave.opencl.PlatformUnderTest;
import io.cleave.opencl.session.ClApi;
import io.cleave.opencl.session.JoclApi;
import io.cleave.opencl.session.LwjglApi;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

@Tag("device")
@Tag("long")
class DeviceModelRunTest {
  private static Device device(ClApi<?, ?> binding) {
    return PlatformUnderTest.device(binding).facts().device();
  }

  @Nested
  class ThroughLwjgl extends ModelRunContract {
    @Override
    protected Residence open() {
      return Residences.open(device(new LwjglApi()), Binding.LWJGL, RouteName.AUTO);
    }
  }

  @Nested
  class ThroughJocl extends ModelRunContract {
    @Override
    protected Residence open() {
      return Residences.open(device(new JoclApi()), Binding.JOCL, RouteName.AUTO);
    }
  }

  @Nested
  class AsOnGpus extends ModelRunContract {
    @Override
    protected Residence open() {
      Device device = device(new LwjglApi());
      return PlatformUnderTest.asAGpu(
          () -> Residences.open(device, Binding.LWJGL, RouteName.FUSED));
    }
  }
}
