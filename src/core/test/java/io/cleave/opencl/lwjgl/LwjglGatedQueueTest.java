package io.cleave.opencl.lwjgl;

import io.cleave.opencl.run.GatedQueueContract;
import io.cleave.opencl.run.UserDevice;
import org.junit.jupiter.api.Tag;

@Tag("device")
class LwjglGatedQueueTest extends GatedQueueContract<Long, Long> {
  @Override
  protected UserDevice<Long, Long> open(boolean outOfOrder) {
    return LwjglUserDevice.open(outOfOrder);
  }
}
