package io.cleave.opencl.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.cleave.OpenClException;
import io.cleave.Seeds;
import io.cleave.opencl.driver.Fault.Kind;
import io.cleave.opencl.driver.Scenario.Opened;
import io.cleave.opencl.run.JoclUserDevice;
import io.cleave.opencl.run.LwjglUserDevice;
import io.cleave.opencl.run.PlatformUnderTest;
import io.cleave.opencl.run.TestSplitters;
import io.cleave.opencl.run.UserDevice;
import io.cleave.opencl.session.JoclApi;
import io.cleave.opencl.session.LwjglApi;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import org.jocl.cl_event;
import org.jocl.cl_mem;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Each call of OpenCL that a binding makes from opening to closing fails in turn, with each status
/// that the specification allows it, on a real driver. The failure becomes the documented exception
/// with the names of the call and the device; no wrong result is presented; the next try works; and
/// in the end everything has been released.
///
/// In the gate a few calls fail with one status each; with `-Dcleave.thorough=true` every call does
/// with every status.
class FailingCallsTest {

  /// @param <M> the binding's memory handle
  /// @param <E> the binding's event handle
  @Tag("device")
  @Tag("long")
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  @Timeout(1200)
  abstract static class Through<M, E> {
    /// Functions that are called on the way to a user's queue once its device's name is known.
    private static final Set<String> NAMED = Set.of("clGetDeviceIDs");

    /// That there is no device, or no platform.
    private static final Set<Integer> NOBODY = Set.of(-1, -1001);

    /// Statuses that only one function has, and that mean something to a caller.
    private static final Map<String, Integer> OWN =
        Map.of(
            "clGetPlatformIDs", -1001,
            "clGetDeviceIDs", -1,
            "clBuildProgram", -11,
            "clCreateBuffer", -61,
            "clSetKernelArg", -51,
            "clEnqueueNDRangeKernel", -54,
            "clGetEventProfilingInfo", -7,
            "clWaitForEvents", -14);

    /// How commands end that a device could not carry out: with a status of the standard's, since
    /// another one has, or with the driver's own.
    private static final List<Integer> ENDS = List.of(-5, -14, -9999);

    private final TestSplitters<M, E> device;
    private final UserDevice<M, E> user;
    private final Driver driver;
    private final Set<Scenario> scenarios;

    /// How often calls of each function were chosen to fail.
    private final Map<String, Integer> chosen = new HashMap<>();

    /// True if commands are held back, and run in another order in each life.
    private boolean isLate;

    private long lives;

    /// @param scenarios those of the gate
    Through(TestSplitters<M, E> device, UserDevice<M, E> user, Set<Scenario> scenarios) {
      this.device = device;
      this.user = user;
      this.scenarios = Seeds.rounds(0, 1) > 0 ? EnumSet.allOf(Scenario.class) : scenarios;
      driver = device.driver();
    }

    Set<Scenario> scenarios() {
      return scenarios;
    }

    Stream<Scenario> ownQueues() {
      return scenarios.stream().filter(scenario -> !scenario.isBorrowed());
    }

    /// Makes the calls that are made once for each process.
    @BeforeAll
    void warmUp() {
      for (Scenario scenario : scenarios) {
        life(scenario, null);
        late(() -> life(scenario, null));
      }
    }

    @AfterAll
    void end() {
      user.close();
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void everyCallMayFail(Scenario scenario) {
      everyCallMayFail(scenario, 4);
    }

    private void everyCallMayFail(Scenario scenario, int few) {
      List<String> calls = callsOf(scenario);
      Random random = new Random(Seeds.one());
      for (int call : some(few, calls, _ -> true, random)) {
        for (int status : sample(statuses(calls.get(call - 1)), random)) {
          life(scenario, Fault.refused(call, status));
        }
      }
    }

    /// Commands run as late and in as odd an order as their wait lists allow. Splits are recorded,
    /// for which the device is asked more.
    @ParameterizedTest
    @MethodSource("scenarios")
    void everyCallMayFailWhileCommandsRunLate(Scenario scenario) {
      try (Recording recording = new Recording()) {
        recording.enable("io.cleave.DeviceSplit");
        recording.start();
        late(() -> everyCallMayFail(scenario, 3));
      }
      late(() -> theDeviceMayBeGone(scenario));
    }

    /// The JVM has no memory left to wait with, or to keep an event, so that nobody can wait for
    /// it.
    @ParameterizedTest
    @MethodSource("ownQueues")
    void noCommandRunsOnWithoutMemory(Scenario scenario) {
      late(
          () -> {
            List<String> calls = callsOf(scenario);
            IntPredicate isCommand = call -> calls.get(call).startsWith("clEnqueue");
            List<Integer> tried = some(2, calls, isCommand, new Random(Seeds.one()));
            tried.add(calls.indexOf("clWaitForEvents") + 1);
            for (int call : tried) {
              assertThat(life(scenario, Fault.withoutMemory(call))).isFalse();
            }
          });
    }

    private void late(Runnable work) {
      isLate = true;
      driver.answer(DeviceAnswers.platform("Any"));
      try {
        work.run();
      } finally {
        isLate = false;
        driver.answer(DeviceAnswers.TRUE);
        driver.intercept(Interceptor.NONE);
      }
    }

    /// From some call on, all calls fail.
    @ParameterizedTest
    @MethodSource("scenarios")
    void theDeviceMayBeGone(Scenario scenario) {
      Random random = new Random(Seeds.one());
      for (int call : some(2, callsOf(scenario), _ -> true, random)) {
        life(scenario, Fault.gone(call, random.nextBoolean() ? -5 : -9999));
      }
    }

    /// The question how a command ended is answered so, and waiting for it returns so, too, or not.
    @ParameterizedTest
    @MethodSource("ownQueues")
    void everyCommandMayEndBadly(Scenario scenario) {
      List<String> calls = callsOf(scenario);
      Random random = new Random(Seeds.one());
      List<Integer> asked =
          some(
              2,
              calls,
              call ->
                  calls.get(call).equals("clGetEventInfo")
                      && calls.get(call - 1).equals("clWaitForEvents"),
              random);
      assertThat(asked).isNotEmpty();
      for (int call : asked) {
        for (int status : sample(ENDS, random)) {
          assertThat(life(scenario, Fault.endedBadly(call, true, status))).isFalse();
          assertThat(life(scenario, Fault.endedBadly(call, false, status))).isFalse();
        }
      }
    }

    /// A device cannot be interrupted: the result is right, and the interrupt is left to the
    /// caller.
    @ParameterizedTest
    @MethodSource("scenarios")
    void anInterruptIsKept(Scenario scenario) {
      for (int call : some(1, callsOf(scenario), _ -> true, new Random(Seeds.one()))) {
        boolean well = life(scenario, Fault.interrupted(call));
        assertThat(Thread.interrupted())
            .as("interrupted in call %d of %s", call, scenario)
            .isTrue();
        assertThat(well).isTrue();
      }
    }

    private List<String> callsOf(Scenario scenario) {
      assertThat(life(scenario, null)).isTrue();
      List<String> calls = driver.calls();
      assertThat(calls)
          .contains(scenario.isBorrowed() ? "clGetCommandQueueInfo" : "clReleaseContext")
          .doesNotContain("clRetainContext", "clRetainCommandQueue");
      if (scenario == Scenario.IN_PLACE || scenario == Scenario.IN_PLACE_AND_READ) {
        assertThat(calls.contains("clEnqueueReadBuffer"))
            .as("what the device wrote is made visible")
            .isEqualTo(scenario == Scenario.IN_PLACE_AND_READ);
      }
      return calls;
    }

    /// Some of the calls whose index fulfils a condition, counted from 1: those of functions that
    /// have been chosen least often.
    private List<Integer> some(int few, List<String> calls, IntPredicate condition, Random random) {
      List<Integer> left =
          IntStream.rangeClosed(1, calls.size())
              .filter(call -> condition.test(call - 1))
              .boxed()
              .collect(Collectors.toCollection(ArrayList::new));
      Collections.shuffle(left, random);
      List<Integer> some = new ArrayList<>();
      for (int most = most(few, left.size()); some.size() < most; ) {
        Integer next =
            Collections.min(
                left, Comparator.comparing(call -> chosen.getOrDefault(calls.get(call - 1), 0)));
        left.remove(/* element */ next);
        some.add(next);
        chosen.merge(calls.get(next - 1), 1, Integer::sum);
      }
      return some;
    }

    /// Some in the gate, all of them with `-Dcleave.thorough=true`.
    private int most(int few, int all) {
      // Intel's driver compiles for .3 s in each life.
      int most = PlatformUnderTest.NAME.contains("Intel") ? 3 * few : all;
      return Math.min(all, Seeds.rounds(few, most));
    }

    /// Statuses of a failing function: its own, those of the device or the host without memory, and
    /// a driver's.
    private static List<Integer> statuses(String function) {
      return List.of(-4, -5, -6, -9999, OWN.getOrDefault(function, -30));
    }

    private List<Integer> sample(List<Integer> statuses, Random random) {
      List<Integer> shuffled = new ArrayList<>(statuses);
      Collections.shuffle(shuffled, random);
      return shuffled.subList(0, most(1, shuffled.size()));
    }

    /// From opening to closing.
    ///
    /// @return whether all went well
    private boolean life(Scenario scenario, @Nullable Fault fault) {
      if (isLate) {
        driver.intercept(new LateCommands(lives++, user));
      }
      driver.expect(fault);
      boolean[] opened = new boolean[1];
      Throwable failure = catchThrowable(() -> live(scenario, fault, opened));
      String failed = driver.failed();
      String what = "%s at %s, %s".formatted(fault, failed, scenario);
      driver.calm();
      assertThat(failed != null).as("whether %s happened", what).isEqualTo(fault != null);
      if (failure != null) {
        if (fault == null || failed == null || failure instanceof AssertionError) {
          throw new AssertionError(what, failure);
        }
        boolean isNamed = opened[0] || !scenario.isBorrowed() || NAMED.contains(failed);
        requireTold(failure, fault, failed, isNamed, what);
      }
      driver.runAll();
      requireReleased(fault, what);
      if (scenario.isBorrowed()) {
        requireTheUsersQueueWorks();
      }
      return failure == null;
    }

    private void live(Scenario scenario, @Nullable Fault fault, boolean[] opened) throws Throwable {
      try (Opened work = scenario.open(device, user)) {
        opened[0] = true;
        // Kept from opening, and in the way of a test that maps files.
        boolean interrupted = Thread.interrupted();
        Throwable failure = catchThrowable(work.run()::run);
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
        requireEnded(scenario, failure);
        if (failure != null) {
          if (!(failure instanceof OutOfMemoryError)) {
            assertThat(driver.live()).as("left after %s", failure).doesNotContainKey("event");
          }
          if (fault != null && fault.passes()) {
            assertThatCode(work.run()::run)
                .as("the next try after %s", failure)
                .doesNotThrowAnyException();
          }
          throw failure;
        }
      }
    }

    /// No command uses the host's memory once a call has returned.
    private void requireEnded(Scenario scenario, @Nullable Throwable failure) {
      List<String> pending = new ArrayList<>(driver.pending());
      if (!scenario.isHosts()) {
        pending.removeIf(function -> !function.matches("clEnqueue(Read|Write).*"));
      }
      assertThat(pending).as("what goes on in %s after %s", scenario, failure).isEmpty();
    }

    private void requireTold(
        Throwable failure, Fault fault, String failed, boolean isNamed, String what) {
      String name = device.device().info().device().name();
      if (fault.kind() == Kind.WITHOUT_MEMORY) {
        assertThat(failure).as(what).isInstanceOf(OutOfMemoryError.class);
      } else if (NOBODY.contains(fault.status()) && failure instanceof IllegalArgumentException) {
        assertThat(failure).as(what).hasMessageContainingAll("discover the devices again", name);
      } else {
        assertThat(failure).as(what).isInstanceOf(OpenClException.class);
        assertThat(((OpenClException) failure).status()).as(what).isEqualTo(fault.status());
        String call = fault.kind() == Kind.ENDED_BADLY ? "clWaitForEvents" : failed;
        assertThat(failure).as(what).hasMessageContainingAll(call, isNamed ? name : "");
      }
    }

    /// Where even the number of an event is lost, only closing the context releases it.
    private void requireReleased(@Nullable Fault fault, String what) {
      Map<String, Integer> live = driver.live();
      if (fault != null && fault.kind() == Kind.WITHOUT_MEMORY) {
        assertThat(live.keySet()).as(what).isSubsetOf("event");
        driver.forget();
      } else {
        assertThat(live).as(what).isEmpty();
      }
    }

    private void requireTheUsersQueueWorks() {
      byte[] content = {1, 2, 3, 4, 5};
      M from = user.buffer(content);
      M to = user.buffer(new byte[5]);
      E copied = user.copy(from, to, 5, List.of());
      user.await(copied);
      user.release(copied);
      assertThat(user.read(to, 0, 5)).isEqualTo(content);
      user.free(to);
      user.free(from);
      user.requireOnlyOwn();
    }
  }

  @Nested
  final class ThroughLwjgl extends Through<Long, Long> {
    ThroughLwjgl() {
      super(
          new TestSplitters<>(new LwjglApi()),
          new LwjglUserDevice(true),
          EnumSet.allOf(Scenario.class));
    }
  }

  /// The scenarios that make each call of the binding.
  @Nested
  final class ThroughJocl extends Through<cl_mem, cl_event> {
    ThroughJocl() {
      super(
          new TestSplitters<>(new JoclApi()),
          new JoclUserDevice(true),
          EnumSet.of(
              Scenario.IN_PLACE,
              Scenario.STAGED,
              Scenario.RESIDENT,
              Scenario.BORROWED_COPIES,
              Scenario.BORROWED_KERNEL));
    }
  }
}
