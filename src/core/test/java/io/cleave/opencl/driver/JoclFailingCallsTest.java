package io.cleave.opencl.driver;

import io.cleave.backend.DeviceSplitter;
import io.cleave.backend.RouteName;
import io.cleave.opencl.UserDevice;
import io.cleave.opencl.jocl.JoclSplitters;
import io.cleave.opencl.jocl.JoclUserDevice;
import io.cleave.opencl.session.JoclApi;
import java.lang.reflect.Method;
import java.util.function.Function;
import org.jocl.cl_command_queue;
import org.jocl.cl_context;
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

  @Override
  Function<RouteName, DeviceSplitter<cl_mem, cl_event>> borrowing(
      ClassLoader loader, UserDevice<cl_mem, cl_event> user) throws ReflectiveOperationException {
    JoclUserDevice own = (JoclUserDevice) user;
    Method borrow =
        loader
            .loadClass(JoclSplitters.class.getName())
            .getMethod("borrow", cl_context.class, cl_command_queue.class, RouteName.class);
    return route -> called(borrow, own.context(), own.queue(), route);
  }
}
