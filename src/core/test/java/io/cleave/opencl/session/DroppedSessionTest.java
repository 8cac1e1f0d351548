package io.cleave.opencl.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.opencl.PlatformUnderTest;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/// A session that nobody closed.
@Tag("device")
@ResourceLock(Resources.SYSTEM_ERR)
class DroppedSessionTest {
  @Test
  @Timeout(30)
  void isReportedAndReleased() throws InterruptedException {
    var log = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    try {
      drop();
      while (!log.toString(StandardCharsets.UTF_8).contains("dropped")) {
        System.gc();
        Thread.sleep(20);
      }
    } finally {
      System.setErr(before);
    }
    assertThat(log.toString(StandardCharsets.UTF_8))
        .contains(
            "WARN",
            PlatformUnderTest.device(new LwjglApi()).facts().device().name(),
            "without being closed; close it")
        .doesNotContain("could not be released");
  }

  private static void drop() {
    LwjglApi api = new LwjglApi();
    ClSession<Long, Long> session = ClSession.open(api, PlatformUnderTest.device(api));
    assertThat(session.allocate(100)).isNotNull();
    assertThat(session.live()).isEqualTo(1);
  }
}
