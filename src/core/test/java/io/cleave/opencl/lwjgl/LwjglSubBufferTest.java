package io.cleave.opencl.lwjgl;

import io.cleave.opencl.run.SubBufferContract;
import io.cleave.opencl.run.UserDevice;
import org.junit.jupiter.api.Tag;

@Tag("device")
class LwjglSubBufferTest extends SubBufferContract<Long, Long> {
  @Override
  protected UserDevice<Long, Long> open(boolean outOfOrder) {
    return LwjglUserDevice.open(outOfOrder);
  }
}
