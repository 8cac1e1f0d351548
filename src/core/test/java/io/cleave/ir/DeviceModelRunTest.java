package io.cleave.ir;

import io.cleave.Device;
import io.cleave.Route;
import io.cleave.opencl.run.OpenClResidence;
import io.cleave.opencl.run.PlatformUnderTest;
import io.cleave.opencl.session.Binding;
import io.cleave.opencl.session.ClApi;
import io.cleave.opencl.session.JoclApi;
import io.cleave.opencl.session.LwjglApi;
import io.cleave.opencl.session.OpenCl;
import io.cleave.spi.Residence;
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
      return new OpenClResidence<>(
          OpenCl.require(device(new LwjglApi()), Binding.LWJGL).open(), Route.AUTO);
    }
  }

  @Nested
  class ThroughJocl extends ModelRunContract {
    @Override
    protected Residence open() {
      return new OpenClResidence<>(
          OpenCl.require(device(new JoclApi()), Binding.JOCL).open(), Route.AUTO);
    }
  }

  @Nested
  class AsOnGpus extends ModelRunContract {
    @Override
    protected Residence open() {
      Device device = device(new LwjglApi());
      return PlatformUnderTest.asAGpu(
          () -> new OpenClResidence<>(OpenCl.require(device, Binding.LWJGL).open(), Route.FUSED));
    }
  }
}
