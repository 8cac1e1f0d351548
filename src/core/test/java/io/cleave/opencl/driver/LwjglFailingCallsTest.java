package io.cleave.opencl.driver;

import io.cleave.backend.DeviceSplitter;
import io.cleave.backend.RouteName;
import io.cleave.opencl.UserDevice;
import io.cleave.opencl.lwjgl.LwjglSplitters;
import io.cleave.opencl.lwjgl.LwjglUserDevice;
import io.cleave.opencl.session.LwjglApi;
import java.lang.reflect.Method;
import java.util.function.Function;

class LwjglFailingCallsTest extends FailingCallsContract<Long, Long> {
  @Override
  Class<?> type() {
    return LwjglApi.class;
  }

  @Override
  UserDevice<Long, Long> user() {
    return LwjglUserDevice.open(true);
  }

  @Override
  Function<RouteName, DeviceSplitter<Long, Long>> borrowing(
      ClassLoader loader, UserDevice<Long, Long> user) throws ReflectiveOperationException {
    LwjglUserDevice own = (LwjglUserDevice) user;
    Method borrow =
        loader
            .loadClass(LwjglSplitters.class.getName())
            .getMethod("borrow", long.class, long.class, RouteName.class);
    return route -> called(borrow, own.context(), own.queue(), route);
  }
}
