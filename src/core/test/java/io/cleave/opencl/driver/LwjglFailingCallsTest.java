package io.cleave.opencl.driver;

import io.cleave.opencl.lwjgl.LwjglUserDevice;
import io.cleave.opencl.run.UserDevice;
import io.cleave.opencl.session.LwjglApi;

class LwjglFailingCallsTest extends FailingCallsContract<Long, Long> {
  @Override
  Class<?> type() {
    return LwjglApi.class;
  }

  @Override
  UserDevice<Long, Long> user() {
    return LwjglUserDevice.open(true);
  }
}
