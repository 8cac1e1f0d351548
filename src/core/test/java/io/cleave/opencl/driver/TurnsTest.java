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
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Drivers that mix up what several threads do are spared it: PoCL's launches, Intel's builds.
@Tag("device")
class TurnsTest {
  private static final String POCL = "Portable Computing Language";

  private static final SplitPlan PLAN =
      SplitPlan.of(Layout.of(ElementType.U8, 100, 10), 1, Cut.byLengths(3, 7));

  /// Sessions that are within something at once, each of which waits a moment for another.
  ///
  /// @param at the sessions
  /// @param most how many they were
  private record Company(Set<Driver> at, AtomicInteger most) {
    Company() {
      this(ConcurrentHashMap.newKeySet(), new AtomicInteger());
    }

    void enter(Driver driver) {
      at.add(driver);
      for (int i = 0; i < 40 && at.size() == 1; i++) {
        LockSupport.parkNanos(5_000_000);
      }
      most.accumulateAndGet(at.size(), Math::max);
    }

    /// From a launch until it is waited for.
    Detour launches(Driver driver) {
      return (function, arguments, real) -> {
        if (function.equals("clEnqueueNDRangeKernel")) {
          enter(driver);
        } else if (function.equals("clWaitForEvents") || function.equals("clFinish")) {
          at.remove(driver);
        }
        return real.with(arguments);
      };
    }

    Detour builds(Driver driver) {
      return (function, arguments, real) -> {
        if (!function.equals("clBuildProgram")) {
          return real.with(arguments);
        }
        enter(driver);
        try {
          return real.with(arguments);
        } finally {
          at.remove(driver);
        }
      };
    }

    /// Does both at once.
    int most(Callable<Boolean> one, Callable<Boolean> other) throws Exception {
      try (var threads = Executors.newFixedThreadPool(2)) {
        for (Future<Boolean> call : threads.invokeAll(List.of(one, other))) {
          assertThat(call.get()).isTrue();
        }
      }
      return most.get();
    }
  }

  private static boolean splits(Splitter splitter, boolean aligned) {
    try (Arena arena = Arena.ofConfined()) {
      int odd = aligned ? 0 : 1;
      MemorySegment data = arena.allocate(1001, 128).asSlice(odd, 1000).fill((byte) 5);
      MemorySegment last = arena.allocate(700, 128);
      splitter.split(PLAN, data, List.of(arena.allocate(300, 128), last));
      return last.mismatch(data.asSlice(0, 700)) == -1;
    }
  }

  private static boolean splits(Residence residence) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment data = arena.allocate(1000).fill((byte) 5);
      MemorySegment last = arena.allocate(700);
      try (ResidentTensor whole =
          residence.place(new Tensor(PLAN.data().type(), PLAN.data().shape(), data))) {
        List<ResidentTensor> parts = whole.split(PLAN);
        parts.get(1).read(last);
        parts.forEach(ResidentTensor::close);
      }
      return last.mismatch(data.asSlice(0, 700)) == -1;
    }
  }

  /// In place, through buffers and on resident tensors, through whichever binding.
  @Test
  void launchesOfPoclAreApart() throws Exception {
    assumeTrue(PlatformUnderTest.NAME.equals(POCL));
    TestSplitters<?, ?> lwjgl = TestSplitters.through(Binding.LWJGL);
    TestSplitters<?, ?> jocl = TestSplitters.through(Binding.JOCL);
    try (Splitter one = lwjgl.inPlace(Route.FUSED);
        Splitter other = jocl.inPlace(Route.FUSED);
        Residence residence = jocl.residence(Route.FUSED, 1 << 20)) {
      Company company = new Company();
      List.of(lwjgl, jocl)
          .forEach(device -> device.driver().detour(company.launches(device.driver())));
      assertThat(company.most(() -> splits(one, true), () -> splits(other, true))).isEqualTo(1);
      assertThat(company.most(() -> splits(one, false), () -> splits(other, false))).isEqualTo(1);
      assertThat(company.most(() -> splits(one, true), () -> splits(residence))).isEqualTo(1);
    }
  }

  /// Earlier launches end in its turn.
  @Test
  void aLaunchThatIsRefusedEndsItsTurn() {
    assumeTrue(PlatformUnderTest.NAME.equals(POCL));
    TestSplitters<?, ?> device = TestSplitters.through(Binding.LWJGL);
    Driver driver = device.driver();
    driver.detour(new LateCommands(1));
    byte[] data = new byte[1000];
    try (Residence residence = device.residence(Route.PER_PART, 1 << 20);
        ResidentTensor tensor =
            residence.place(
                new Tensor(PLAN.data().type(), PLAN.data().shape(), MemorySegment.ofArray(data)))) {
      driver.expect(null);
      tensor.split(PLAN).forEach(ResidentTensor::close);
      assertThat(Collections.frequency(driver.calls(), "clEnqueueNDRangeKernel")).isEqualTo(2);
      // What was compiled and made for the first split is kept.
      driver.expect(null);
      tensor.split(PLAN).forEach(ResidentTensor::close);
      int last = driver.calls().lastIndexOf("clEnqueueNDRangeKernel");
      driver.expect(Mishap.refused(last + 1, -5));
      assertThatExceptionOfType(OpenClException.class)
          .isThrownBy(() -> tensor.split(PLAN))
          .withMessageContaining("clEnqueueNDRangeKernel");
      driver.calm();
      assertThat(driver.pending()).isEmpty();
    }
  }

  @Test
  void buildsOfIntelsAreApart() throws Exception {
    // Intel's own would not survive the second of these.
    assumeTrue(PlatformUnderTest.NAME.equals(POCL));
    assertThat(mostBuilds("Intel(R) OpenCL")).isEqualTo(1);
    assertThat(mostBuilds("Any")).isEqualTo(2);
  }

  private static int mostBuilds(String platform) throws Exception {
    TestSplitters<?, ?> lwjgl = TestSplitters.through(Binding.LWJGL);
    TestSplitters<?, ?> jocl = TestSplitters.through(Binding.JOCL);
    Pretence pretence = Pretence.platform(platform);
    try (Splitter one = lwjgl.open(pretence, Route.FUSED);
        Splitter other = jocl.open(pretence, Route.FUSED)) {
      Company company = new Company();
      List.of(lwjgl, jocl)
          .forEach(device -> device.driver().detour(company.builds(device.driver())));
      return company.most(() -> splits(one, true), () -> splits(other, true));
    }
  }
}
