package io.cleave.spark.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.cleave.backend.OpenClException;
import io.cleave.backend.Splitter;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.helpers.MessageFormatter;

/// The device that the tasks of an executor share is gone from some split on.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SharedSplitterIT {
  private static final SplitPlan PLAN =
      SplitPlan.byLengths(Shape.of(2, 3), ElementType.U8, 1, 1, 2);
  private static final byte[] DATA = {1, 2, 3, 4, 5, 6};

  private final List<String> warnings = new CopyOnWriteArrayList<>();

  private static DeviceWish wish(boolean mayFail) {
    return new DeviceWish("a gpu", Optional.empty(), 1, mayFail);
  }

  private SharedSplitter shared(Supplier<Splitter> opener, boolean mayFail, int concurrent) {
    return new SharedSplitter(wish(mayFail), opener, concurrent, log());
  }

  private SharedSplitter shared(FailingDevice device, boolean mayFail) {
    return shared(() -> device, mayFail, 1);
  }

  /// Spark has a log of its own, which says other things.
  private Logger log() {
    return (Logger)
        Proxy.newProxyInstance(
            Logger.class.getClassLoader(),
            new Class<?>[] {Logger.class},
            (_, method, arguments) -> {
              if (method.getName().equals("warn")) {
                Object[] values = Arrays.copyOfRange(arguments, 1, arguments.length);
                warnings.add(
                    MessageFormatter.arrayFormat((String) arguments[0], values).getMessage());
              }
              return null;
            });
  }

  private static void requireSplit(SharedSplitter shared) {
    byte[] one = new byte[2];
    byte[] other = new byte[4];
    MemorySegment data = MemorySegment.ofArray(DATA).asReadOnly();
    List<MemorySegment> parts = List.of(MemorySegment.ofArray(one), MemorySegment.ofArray(other));
    shared.run(splitter -> splitter.split(PLAN, data, parts));
    assertThat(one).containsExactly(1, 4);
    assertThat(other).containsExactly(2, 3, 5, 6);
  }

  private static void requireJoined(SharedSplitter shared) {
    byte[] result = new byte[6];
    MemorySegment data = MemorySegment.ofArray(DATA).asReadOnly();
    StackedPlan joined = StackedPlan.joined(PLAN, 1);
    shared.run(splitter -> splitter.split(joined, data, MemorySegment.ofArray(result)));
    assertThat(result).containsExactly(1, 2, 3, 4, 5, 6);
  }

  @Test
  void plainJavaGoesOnAndThatIsSaidOnce() {
    FailingDevice device = new FailingDevice(1);
    SharedSplitter shared = shared(device, true);
    requireSplit(shared);
    assertThat(shared.isJava()).isFalse();
    assertThat(warnings).isEmpty();
    for (int i = 0; i < 20; i++) {
      requireSplit(shared);
      requireJoined(shared);
    }
    assertThat(shared.isJava()).isTrue();
    assertThat(device.calls()).isEqualTo(2);
    assertThat(warnings)
        .hasSize(1)
        .first()
        .asString()
        .startsWith("The device \"a gpu\" fails; Cleave goes on in plain Java on this executor: ")
        .contains("clEnqueueNDRangeKernel failed with CL_INVALID_COMMAND_QUEUE");
  }

  @Test
  void aStackIsRightToo() {
    SharedSplitter shared = shared(new FailingDevice(1), true);
    requireJoined(shared);
    requireJoined(shared);
    requireJoined(shared);
    assertThat(warnings).hasSize(1);
  }

  /// Each asks for the only permit again, which the one that has failed has given back.
  @Test
  void whereItIsDemandedEverySplitFails() {
    FailingDevice device = new FailingDevice(1);
    SharedSplitter shared = shared(device, false);
    requireSplit(shared);
    for (int i = 0; i < 3; i++) {
      assertThatIllegalStateException()
          .isThrownBy(() -> requireSplit(shared))
          .withMessageStartingWith(
              "the device \"a gpu\" fails, and onDeviceFailure forbids plain Java:"
                  + " clEnqueueNDRangeKernel failed")
          .withCauseInstanceOf(OpenClException.class);
    }
    assertThat(shared.isJava()).isFalse();
    assertThat(device.calls()).isEqualTo(4);
    assertThat(warnings).isEmpty();
  }

  @Test
  void mistakesAreNoFailuresOfTheDevice() {
    SharedSplitter shared = shared(new FailingDevice(9), true);
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(
            () ->
                shared.run(
                    splitter -> splitter.split(PLAN, MemorySegment.ofArray(DATA), List.of())));
    assertThat(shared.isJava()).isFalse();
    assertThat(warnings).isEmpty();
  }

  @Test
  void tasksThatMeetTheFailureTogetherGoOnTogether() throws Exception {
    FailingDevice device = new FailingDevice(0, 4);
    SharedSplitter shared = shared(() -> device, true, 4);
    try (ExecutorService tasks = Executors.newFixedThreadPool(4)) {
      List<Future<?>> splits = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        splits.add(tasks.submit(() -> requireSplit(shared)));
      }
      for (Future<?> split : splits) {
        split.get();
      }
    }
    assertThat(device.calls()).isEqualTo(4);
    assertThat(warnings).hasSize(1);
  }

  @Test
  void aDeviceThatDoesNotOpenIsReplacedToo() {
    SharedSplitter shared =
        shared(
            () -> {
              throw new OpenClException("clCreateContext", -6, "a device that fails");
            },
            true,
            1);
    requireSplit(shared);
    requireSplit(shared);
    assertThat(warnings).hasSize(1).first().asString().contains("clCreateContext");
  }

  /// At the end of the JVM, where nobody hears what the device says, others are to be closed, too.
  @Test
  void whatFailsToCloseHoldsNobodyUp() {
    FailingDevice device = new FailingDevice(0);
    SharedSplitter shared = shared(device, true);
    requireSplit(shared);
    shared.close();
    assertThat(device.isClosed()).isTrue();
    assertThatIllegalStateException()
        .isThrownBy(() -> requireSplit(shared))
        .withMessage("the JVM is ending; nothing is split any more");
  }
}
