package io.cleave.opencl.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.OpenClException;
import io.cleave.Route;
import io.cleave.Splitter;
import io.cleave.Tensor;
import io.cleave.opencl.run.PlatformUnderTest;
import io.cleave.opencl.run.TestSplitters;
import io.cleave.opencl.session.Binding;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.Residence;
import io.cleave.spi.ResidentTensor;
import io.cleave.spi.SplitCheck;
import java.lang.foreign.MemorySegment;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Calls that a driver must not run at once: launches of an old PoCL's, and builds of Intel's.
@Tag("device")
class SerialCallsTest {
  private static final String LAUNCH = "clEnqueueNDRangeKernel";

  private static final SplitPlan PLAN =
      SplitPlan.of(Layout.of(ElementType.U8, 100, 10), 1, Cut.byLengths(3, 7));

  private final TestSplitters<?, ?> lwjgl = TestSplitters.through(Binding.LWJGL);
  private final TestSplitters<?, ?> jocl = TestSplitters.through(Binding.JOCL);

  /// Drivers that are between a call and the one that ends it.
  private final Set<Driver> inside = ConcurrentHashMap.newKeySet();

  private final AtomicInteger most = new AtomicInteger();

  /// Intel's own driver would not survive overlapping builds.
  @BeforeEach
  void requirePocl() {
    assumeTrue(PlatformUnderTest.NAME.equals("Portable Computing Language"));
  }

  /// Counts how many drivers are inside at once. Each waits a moment for the other one.
  private void watch(String call, String ends) {
    for (Driver driver : List.of(lwjgl.driver(), jocl.driver())) {
      driver.intercept(
          (function, arguments, real) -> {
            if (function.equals(call)) {
              inside.add(driver);
              for (int i = 0; i < 40 && inside.size() == 1; i++) {
                LockSupport.parkNanos(5_000_000);
              }
              most.accumulateAndGet(inside.size(), Math::max);
            } else if (function.matches(ends)) {
              inside.remove(driver);
            }
            return real.with(arguments);
          });
    }
  }

  /// Runs two tasks on threads of their own, and waits for both.
  static void atOnce(Runnable one, Runnable other) {
    Executor newThreads = work -> Thread.ofPlatform().start(work);
    CompletableFuture.allOf(
            CompletableFuture.runAsync(one, newThreads),
            CompletableFuture.runAsync(other, newThreads))
        .join();
  }

  private static Runnable split(Splitter splitter) {
    return () -> SplitCheck.checkInPlace(splitter, PLAN, new Random(1));
  }

  private static ResidentTensor place(Residence residence) {
    MemorySegment data = MemorySegment.ofArray(new byte[1000]);
    return residence.place(new Tensor(PLAN.data().type(), PLAN.data().shape(), data));
  }

  /// On PoCL before 6 and Intel's driver; others take several at once.
  @Test
  void launchesAreSerial() {
    int expected = lwjgl.device().info().serialLaunches() ? 1 : 2;
    try (Splitter one = lwjgl.inPlace(Route.FUSED);
        Splitter other = jocl.inPlace(Route.FUSED);
        Splitter oneStaged = lwjgl.asOnAGpu(Route.FUSED);
        Splitter otherStaged = jocl.asOnAGpu(Route.FUSED);
        Residence residence = jocl.residence(Route.FUSED, 1 << 20);
        ResidentTensor tensor = place(residence)) {
      watch(LAUNCH, "clWaitForEvents|clFinish");
      atOnce(split(one), split(other));
      atOnce(split(oneStaged), split(otherStaged));
      atOnce(split(one), () -> tensor.split(PLAN).forEach(ResidentTensor::close));
    }
    assertThat(most).hasValue(expected);
  }

  /// Launches before the refused one have ended when the call returns.
  @Test
  void aRefusedLaunchLeavesNothingRunning() {
    Driver driver = lwjgl.driver();
    driver.intercept(new LateCommands(1));
    try (Residence residence = lwjgl.residence(Route.PER_PART, 1 << 20);
        ResidentTensor tensor = place(residence)) {
      // What was compiled and made for the first split is kept.
      for (int i = 0; i < 2; i++) {
        driver.expect(null);
        tensor.split(PLAN).forEach(ResidentTensor::close);
      }
      assertThat(Collections.frequency(driver.calls(), LAUNCH)).isEqualTo(2);
      driver.expect(Fault.refused(driver.calls().lastIndexOf(LAUNCH) + 1, -5));
      assertThatExceptionOfType(OpenClException.class)
          .isThrownBy(() -> tensor.split(PLAN))
          .withMessageContaining(LAUNCH);
      driver.calm();
      assertThat(driver.pending()).isEmpty();
    }
  }

  @Test
  void buildsOfIntelsAreSerial() {
    assertThat(mostBuilds("Intel(R) OpenCL")).isEqualTo(1);
    assertThat(mostBuilds("Any")).isEqualTo(2);
  }

  private int mostBuilds(String platform) {
    DeviceAnswers answers = DeviceAnswers.platform(platform);
    try (Splitter one = lwjgl.open(answers, Route.FUSED);
        Splitter other = jocl.open(answers, Route.FUSED)) {
      watch("clBuildProgram", "clCreateKernel");
      atOnce(split(one), split(other));
    }
    return most.get();
  }
}
