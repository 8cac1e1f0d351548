package io.cleave.opencl.jocl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.opencl.PlatformUnderTest;
import io.cleave.opencl.route.launch.KernelVariant;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import org.jocl.CL;
import org.jocl.Pointer;
import org.jocl.cl_context;
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
  void aClosedSessionThatWasTidiedUpSaysNothing() {
    JoclSession session = open();
    session.free(session.allocate(8));
    session.close();
    assertThat(log.toString(UTF_8)).isEmpty();
  }

  @Test
  void aSessionClosedTooEarlySaysWhatIsLeft() {
    JoclSession session = open();
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

  @Test
  void aDroppedSessionIsReportedAndReleased() throws Exception {
    cl_context context = drop();
    while (!log.toString(UTF_8).contains("was dropped without being closed; close it")) {
      System.gc();
      Thread.sleep(20);
    }
    while (references(context) > 1) {
      Thread.sleep(20);
    }
    assertThat(log.toString(UTF_8).lines()).hasSize(1);
    assertThat(CL.clReleaseContext(context)).isZero();
  }

  /// The context of a session that nobody holds any more, kept alive to see who else holds it.
  private static cl_context drop() {
    JoclSession session = open();
    fill(session);
    cl_context context = session.context();
    assertThat(CL.clRetainContext(context)).isZero();
    // The session's and ours; of some drivers, all that was made in it counts, too.
    assertThat(references(context)).isGreaterThan(1);
    return context;
  }

  private static JoclSession open() {
    return (JoclSession) new JoclBinding().open(PlatformUnderTest.device(new JoclBinding()));
  }

  private static void fill(JoclSession session) {
    assertThat(session.build(KernelVariant.of("copy_rows", Map.of()))).isNotNull();
    assertThat(session.allocate(8)).isNotNull();
    assertThat(session.marker(List.of())).isNotNull();
  }

  private static long references(cl_context context) {
    int[] count = new int[1];
    int question = CL.CL_CONTEXT_REFERENCE_COUNT;
    assertThat(CL.clGetContextInfo(context, question, Integer.BYTES, Pointer.to(count), null))
        .isZero();
    return count[0];
  }
}
