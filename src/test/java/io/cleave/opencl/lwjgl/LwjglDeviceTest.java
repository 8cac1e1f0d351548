package io.cleave.opencl.lwjgl;

import io.cleave.opencl.DeviceContract;
import io.cleave.opencl.UserDevice;

class LwjglDeviceTest extends DeviceContract<Long, Long> {
  @Override
  protected UserDevice<Long, Long> open(boolean outOfOrder) {
    return LwjglUserDevice.open(outOfOrder);
  }
}
