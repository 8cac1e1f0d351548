package io.cleave.opencl.driver;

import io.cleave.opencl.jocl.JoclUserDevice;
import io.cleave.opencl.run.UserDevice;
import io.cleave.opencl.session.JoclApi;
import org.jocl.cl_event;
import org.jocl.cl_mem;

class JoclFailingCallsTest extends FailingCallsContract<cl_mem, cl_event> {
  @Override
  Class<?> type() {
    return JoclApi.class;
  }

  @Override
  UserDevice<cl_mem, cl_event> user() {
    return JoclUserDevice.open(true);
  }
}
