package io.cleave.opencl.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.UnaskedSplits;
import io.cleave.Warnings;
import io.cleave.opencl.run.PlatformUnderTest;
import io.cleave.opencl.session.LwjglApi;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/// A device that nobody asked for fails while it is opened, tried or used: plain Java goes on,
/// every byte is right, it is said once, and everything is given back.
@Tag("device")
@Timeout(300)
@ResourceLock(Resources.SYSTEM_ERR)
class UnaskedDeviceTest {
  private static final String FOLDER = "cleave.tuning.folder";

  private static final long MOST_NANOS = 20_000_000_000L;
  private static final String LAUNCH = "clEnqueueNDRangeKernel";

  /// Plans that are tried until a device gets as far as a caller's split.
  private static final int MOST_PLANS = 5;

  private final Driver driver = new Driver();
  private final ClassLoader program = Interposed.program(driver);
  private final String before = System.getProperty(FOLDER, "");

  /// True when a caller's thread has launched a kernel, not the tuner's.
  private final AtomicBoolean isInUse = new AtomicBoolean();

  private int plans;

  @BeforeEach
  void keepApart(@TempDir Path folder) {
    System.setProperty(FOLDER, folder.toString());
    driver.intercept(
        (function, arguments, real) -> {
          if (function.equals(LAUNCH) && !Thread.currentThread().getName().startsWith("cleave")) {
            isInUse.set(true);
          }
          return real.with(arguments);
        });
  }

  @AfterEach
  void restore() {
    System.setProperty(FOLDER, before);
  }

  /// Opens what `Splitter.open()` does, and splits until something is so.
  ///
  /// @param inUse whether the fault is counted from the first launch for a caller's split on, and
  ///   not from the beginning: how many calls the tuner makes before depends on the machine
  /// @return whether it was
  private boolean life(@Nullable Fault fault, boolean inUse, BooleanSupplier until)
      throws Exception {
    driver.expect(inUse ? null : fault);
    isInUse.set(false);
    boolean isExpected = !inUse;
    Object splits =
        program
            .loadClass(UnaskedSplits.class.getName())
            .getConstructor(int.class)
            .newInstance(plans++);
    try (AutoCloseable _ = (AutoCloseable) splits) {
      Runnable split = (Runnable) splits;
      long begun = System.nanoTime();
      // A device that is too slow in its trial is not used for this plan.
      while (!until.getAsBoolean()
          && !splits.toString().contains("the others are excluded")
          && System.nanoTime() - begun < MOST_NANOS) {
        // Several threads share it.
        SerialCallsTest.atOnce(split, split);
        if (!isExpected && isInUse.get()) {
          driver.expect(fault);
          isExpected = true;
        }
      }
      for (int i = 0; i < 10; i++) {
        split.run();
      }
      if (isExpected && fault != null && !fault.passes()) {
        assertThat(splits.toString()).contains("plain Java");
      }
    }
    return until.getAsBoolean();
  }

  @Test
  void plainJavaGoesOn() throws Exception {
    boolean works = life(null, false, () -> driver.calls().contains(LAUNCH));
    assumeTrue(works, "no device takes part here");
    // From now on devices and what they can do are known.
    life(null, false, () -> driver.calls().contains(LAUNCH));
    int launch = driver.calls().indexOf(LAUNCH) + 1;
    // While it is looked for, opened, tried, and used for a caller's split.
    for (int call : List.of(1, launch / 2, launch)) {
      goesOn(Fault.refused(call, -5), false);
      goesOn(Fault.gone(call, -9999), false);
    }
    for (Fault fault : List.of(Fault.refused(1, -5), Fault.gone(1, -9999))) {
      int tried = 0;
      do {
        assumeTrue(tried++ < MOST_PLANS, "plain Java is always much faster here");
      } while (!goesOn(fault, true));
    }
  }

  /// @return false if the device was never used for a caller's split, and so did not fail
  private boolean goesOn(Fault fault, boolean inUse) throws Exception {
    String name = PlatformUnderTest.device(new LwjglApi()).device().name();
    try (Warnings warnings = new Warnings()) {
      boolean isSaid = life(fault, inUse, () -> !warnings.all().isEmpty());
      driver.calm();
      if (inUse && !isInUse.get()) {
        return false;
      }
      assertThat(isSaid).as("%s", fault).isTrue();
      assertThat(warnings.all())
          .as("%s at %s", fault, driver.failed())
          .hasSize(1)
          .first()
          .asString()
          .contains(name);
      assertThat(driver.live()).as("%s at %s", fault, driver.failed()).isEmpty();
      return true;
    }
  }
}
