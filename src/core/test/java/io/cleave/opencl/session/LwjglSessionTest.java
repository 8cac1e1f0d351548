package io.cleave.opencl.session;

import io.cleave.opencl.lwjgl.UserEvent;
import org.junit.jupiter.api.Tag;

@Tag("device")
class LwjglSessionTest extends ClSessionContract<Long, Long> {
  @Override
  protected ClApi<Long, Long> binding() {
    return new LwjglApi();
  }

  @Override
  protected Gate<Long> gate(ClSession<Long, Long> session) {
    UserEvent event = UserEvent.in((long) session.context());
    return new Gate<>() {
      @Override
      public Long event() {
        return event.handle();
      }

      @Override
      public void open(int status) {
        event.end(status);
      }

      @Override
      public void close() {
        event.close();
      }
    };
  }
}
