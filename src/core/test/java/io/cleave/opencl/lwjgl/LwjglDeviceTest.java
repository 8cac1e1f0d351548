package io.cleave.opencl.lwjgl;

import io.cleave.opencl.run.DeviceContract;
import io.cleave.opencl.run.UserDevice;
import org.junit.jupiter.api.Tag;

@Tag("device")
@Tag("long")
class LwjglDeviceTest extends DeviceContract<Long, Long> {
  @Override
  protected UserDevice<Long, Long> open(boolean outOfOrder) {
    return LwjglUserDevice.open(outOfOrder);
  }
}
