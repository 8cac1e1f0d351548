package io.cleave.opencl.lwjgl;

import io.cleave.opencl.GatedQueueContract;
import io.cleave.opencl.UserDevice;

class LwjglGatedQueueTest extends GatedQueueContract<Long, Long> {
  @Override
  protected UserDevice<Long, Long> open(boolean outOfOrder) {
    return LwjglUserDevice.open(outOfOrder);
  }
}
