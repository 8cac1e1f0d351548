package io.cleave.opencl.lwjgl;

import io.cleave.opencl.run.DeviceSteadyStateContract;
import io.cleave.opencl.run.UserDevice;
import org.junit.jupiter.api.Tag;

@Tag("device")
@Tag("long")
class LwjglDeviceSteadyStateTest extends DeviceSteadyStateContract<Long, Long> {
  @Override
  protected UserDevice<Long, Long> open(boolean outOfOrder) {
    return LwjglUserDevice.open(outOfOrder);
  }
}
