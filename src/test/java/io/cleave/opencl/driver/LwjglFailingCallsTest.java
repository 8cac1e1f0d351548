package io.cleave.opencl.driver;

import io.cleave.opencl.lwjgl.LwjglBinding;

class LwjglFailingCallsTest extends FailingCallsContract<Long, Long> {
  @Override
  Class<?> type() {
    return LwjglBinding.class;
  }
}
