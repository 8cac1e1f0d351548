package io.cleave.ir;

import io.cleave.Device;
import io.cleave.Route;
import io.cleave.opencl.run.OpenClResidence;
import io.cleave.opencl.run.PlatformUnderTest;
import io.cleave.opencl.session.Binding;
import io.cleave.opencl.session.LwjglApi;
import io.cleave.opencl.session.OpenCl;
import io.cleave.spi.Residence;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/// Models on a device, with the kernels of processors and of GPUs.
@Tag("device")
@Tag("long")
class DeviceModelRunTest extends ModelRunContract {
  @Override
  protected Residence open() {
    return open(device(), Route.AUTO);
  }

  private static Device device() {
    return PlatformUnderTest.device(new LwjglApi()).info().device();
  }

  private static Residence open(Device device, Route route) {
    return new OpenClResidence<>(OpenCl.require(device, Binding.LWJGL).open(), route);
  }

  @Nested
  class AsOnGpus extends ModelRunContract {
    @Override
    protected Residence open() {
      Device device = device();
      return PlatformUnderTest.asAGpu(() -> DeviceModelRunTest.open(device, Route.FUSED));
    }
  }
}
