package io.cleave.opencl.lwjgl;

import io.cleave.opencl.session.ClBinding;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.ClSessionContract;
import org.junit.jupiter.api.Tag;

@Tag("device")
class LwjglSessionTest extends ClSessionContract<Long, Long> {
  @Override
  protected ClBinding<Long, Long> binding() {
    return new LwjglBinding();
  }

  @Override
  protected long live(ClSession<Long, Long> session) {
    return ((LwjglSession) session).live();
  }

  @Override
  protected Gate<Long> gate(ClSession<Long, Long> session) {
    UserEvent event = UserEvent.in(((LwjglSession) session).context());
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
