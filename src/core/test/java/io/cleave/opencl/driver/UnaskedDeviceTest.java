package io.cleave.opencl.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.UnaskedSplits;
import io.cleave.Warnings;
import io.cleave.opencl.run.PlatformUnderTest;
import io.cleave.opencl.session.LwjglApi;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
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
  /// Where what is found out is kept.
  private static final String RECORDS = "cleave.tuning.folder";

  private static final long MOST_NANOS = 20_000_000_000L;

  private final Driver driver = new Driver();
  private final ClassLoader program = Interposed.program(driver);
  private final String before = System.getProperty(RECORDS, "");
  private int plans;

  @BeforeEach
  void keepApart(@TempDir Path folder) {
    System.setProperty(RECORDS, folder.toString());
  }

  @AfterEach
  void restore() {
    System.setProperty(RECORDS, before);
  }

  /// Opens what `Splitter.open()` does, and splits until something is so.
  ///
  /// @return whether it was
  private boolean life(@Nullable Mishap mishap, BooleanSupplier until) throws Exception {
    driver.expect(mishap);
    Object splits =
        program
            .loadClass(UnaskedSplits.class.getName())
            .getConstructor(int.class)
            .newInstance(plans++);
    try (AutoCloseable _ = (AutoCloseable) splits) {
      Runnable split = (Runnable) splits;
      long begun = System.nanoTime();
      while (!until.getAsBoolean() && System.nanoTime() - begun < MOST_NANOS) {
        // Several threads share it.
        CompletableFuture.allOf(
                CompletableFuture.runAsync(split), CompletableFuture.runAsync(split))
            .join();
      }
      for (int i = 0; i < 10; i++) {
        split.run();
      }
      if (mishap != null && !mishap.passes()) {
        assertThat(splits.toString()).contains("plain Java");
      }
    }
    return until.getAsBoolean();
  }

  @Test
  void plainJavaGoesOn() throws Exception {
    boolean works = life(null, () -> driver.calls().contains("clEnqueueNDRangeKernel"));
    assumeTrue(works, "no device takes part here");
    // From now on devices and what they can do are known.
    life(null, () -> driver.calls().contains("clEnqueueNDRangeKernel"));
    int launch = driver.calls().indexOf("clEnqueueNDRangeKernel") + 1;
    // While it is looked for, opened, tried, and used for a caller's split.
    List<Mishap> mishaps =
        Stream.of(1, launch / 2, launch, launch + 1200)
            .flatMap(call -> Stream.of(Mishap.refused(call, -5), Mishap.gone(call, -9999)))
            .toList();
    String name = PlatformUnderTest.device(new LwjglApi()).device().name();
    for (Mishap mishap : mishaps) {
      try (Warnings warnings = new Warnings()) {
        assertThat(life(mishap, () -> !warnings.all().isEmpty())).as("%s", mishap).isTrue();
        driver.calm();
        assertThat(warnings.all())
            .as("%s at %s", mishap, driver.struck())
            .hasSize(1)
            .first()
            .asString()
            .contains(name);
        assertThat(driver.ledger().live()).as("%s at %s", mishap, driver.struck()).isEmpty();
      }
    }
  }
}
