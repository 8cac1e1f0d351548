package io.cleave.opencl.run;

import org.jocl.cl_event;
import org.jocl.cl_mem;
import org.junit.jupiter.api.Nested;

/// Splitters on the user's own queue, through both bindings.
class QueueSplitterTest {
  @Nested
  final class ThroughLwjgl extends QueueSplitterContract<Long, Long> {
    @Override
    protected UserDevice<Long, Long> open(boolean outOfOrder) {
      return new LwjglUserDevice(outOfOrder);
    }
  }

  @Nested
  final class ThroughJocl extends QueueSplitterContract<cl_mem, cl_event> {
    @Override
    protected UserDevice<cl_mem, cl_event> open(boolean outOfOrder) {
      return new JoclUserDevice(outOfOrder);
    }
  }
}
