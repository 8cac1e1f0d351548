package io.cleave.opencl.driver;

import io.cleave.opencl.jocl.JoclBinding;
import org.jocl.cl_event;
import org.jocl.cl_mem;

class JoclFailingCallsTest extends FailingCallsContract<cl_mem, cl_event> {
  @Override
  Class<?> type() {
    return JoclBinding.class;
  }
}
