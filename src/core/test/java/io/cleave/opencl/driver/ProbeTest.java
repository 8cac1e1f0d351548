package io.cleave.opencl.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.OpenClException;
import io.cleave.Route;
import io.cleave.opencl.run.TestSplitters;
import io.cleave.opencl.session.Binding;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Abilities of a processor's driver beyond the standard are tried once in a process, and again
/// only where the trial itself failed.
@Tag("device")
@Tag("long")
class ProbeTest {
  private final TestSplitters<?, ?> device = TestSplitters.through(Binding.LWJGL);
  private final Driver driver = device.driver();

  /// Results are kept for as long as the process lives: each test has devices of its own.
  private static long largest = 1_000_000;

  /// Opens a splitter, and closes it.
  private List<String> opens() {
    driver.expect(null);
    device.inPlace(Route.AUTO, largest).close();
    return driver.calls();
  }

  private List<String> tries() {
    largest += 1024;
    List<String> calls = opens();
    assumeTrue(calls.contains("clBuildProgram"), "nothing is tried on this platform");
    return calls;
  }

  @Test
  void aDeviceIsTriedOnce() {
    tries();
    assertThat(opens()).doesNotContain("clBuildProgram");
  }

  /// It will not take the kernel another time.
  @Test
  void aCompilerThatRefusesIsNotAskedAgain() {
    int build = tries().indexOf("clBuildProgram") + 1;
    largest += 1024;
    driver.expect(Fault.refused(build, -11));
    device.inPlace(Route.AUTO, largest).close();
    assertThat(driver.failed()).isEqualTo("clBuildProgram");
    assertThat(opens()).doesNotContain("clBuildProgram");
  }

  /// Opening fails, and works the next time.
  @Test
  void afterAFailureItIsTriedAgain() {
    List<String> calls = tries();
    int last = calls.indexOf("clReleaseContext") + 1;
    for (String function : new TreeSet<>(calls.subList(0, last))) {
      int call = calls.indexOf(function) + 1;
      largest += 1024;
      driver.expect(Fault.refused(call, -5));
      Throwable failure = catchThrowable(() -> device.inPlace(Route.AUTO, largest).close());
      driver.calm();
      String what = "call %d, %s".formatted(call, driver.failed());
      assertThat(driver.live()).as(what).isEmpty();
      // Two questions may go unanswered.
      if (failure != null) {
        assertThat(failure)
            .as(what)
            .isInstanceOf(OpenClException.class)
            .hasMessageContaining(driver.failed());
        assertThat(opens()).as(what).contains("clBuildProgram");
      }
    }
  }
}
