package io.cleave.opencl.jocl;

import io.cleave.opencl.run.DeviceSteadyStateContract;
import io.cleave.opencl.run.UserDevice;
import org.jocl.cl_event;
import org.jocl.cl_mem;
import org.junit.jupiter.api.Tag;

@Tag("device")
@Tag("long")
class JoclDeviceSteadyStateTest extends DeviceSteadyStateContract<cl_mem, cl_event> {
  @Override
  protected UserDevice<cl_mem, cl_event> open(boolean outOfOrder) {
    return JoclUserDevice.open(outOfOrder);
  }
}
