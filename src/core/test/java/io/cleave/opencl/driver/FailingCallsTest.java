package io.cleave.opencl.driver;

import io.cleave.opencl.run.JoclUserDevice;
import io.cleave.opencl.run.LwjglUserDevice;
import io.cleave.opencl.run.TestSplitters;
import io.cleave.opencl.session.JoclApi;
import io.cleave.opencl.session.LwjglApi;
import org.jocl.cl_event;
import org.jocl.cl_mem;
import org.junit.jupiter.api.Nested;

/// Failing calls of both bindings.
class FailingCallsTest {
  @Nested
  final class ThroughLwjgl extends FailingCallsContract<Long, Long> {
    ThroughLwjgl() {
      super(new TestSplitters<>(new LwjglApi()), new LwjglUserDevice(true), 1);
    }
  }

  @Nested
  final class ThroughJocl extends FailingCallsContract<cl_mem, cl_event> {
    ThroughJocl() {
      super(new TestSplitters<>(new JoclApi()), new JoclUserDevice(true), 2);
    }
  }
}
