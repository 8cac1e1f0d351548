package io.cleave.opencl.session;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.opencl.PlatformUnderTest;
import io.cleave.opencl.route.KernelVariant;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import org.jocl.cl_event;
import org.jocl.cl_mem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/// What is forgotten is reported once, and released all the same.
@Tag("device")
@Tag("long")
@Isolated("it reads the log off the standard error stream")
@Timeout(60)
class JoclLeakTest {
  private final ByteArrayOutputStream log = new ByteArrayOutputStream();
  private final PrintStream errors = System.err;

  @BeforeEach
  void catchLog() {
    System.setErr(new PrintStream(log, true, UTF_8));
  }

  @AfterEach
  void restoreLog() {
    System.setErr(errors);
  }

  @Test
  void aSessionClosedTooEarlySaysWhatIsLeft() {
    ClSession<cl_mem, cl_event> session = open();
    fill(session);
    session.close();
    session.close();
    assertThat(log.toString(UTF_8).lines())
        .singleElement()
        .asString()
        .contains(
            "was closed while 1 pieces of memory, 1 kernels and 1 events were not given back;"
                + " give them back first");
  }

  private static ClSession<cl_mem, cl_event> open() {
    JoclApi api = new JoclApi();
    return ClSession.open(api, PlatformUnderTest.device(api));
  }

  private static void fill(ClSession<?, ?> session) {
    assertThat(session.build(KernelVariant.of("affine", Map.of()))).isNotNull();
    assertThat(session.allocate(8)).isNotNull();
    assertThat(session.marker(List.of())).isNotNull();
  }
}
