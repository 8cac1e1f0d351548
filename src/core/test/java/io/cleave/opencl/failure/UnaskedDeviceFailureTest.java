package io.cleave.opencl.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Seeds;
import io.cleave.Warnings;
import io.cleave.backend.ClStatus;
import io.cleave.backend.Tensor;
import io.cleave.choice.TuningFile;
import io.cleave.opencl.fake.Faults;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A device that nobody asked for fails, in each call in turn: plain Java goes on, every byte is
/// right, it is said once, and everything is given back.
@Timeout(300)
@ResourceLock(Resources.SYSTEM_ERR)
class UnaskedDeviceFailureTest {
  private static final SplitPlan PLAN = UnaskedDevice.PLAN;
  private static final SplitPlan OTHER = UnaskedDevice.OTHER;
  @TempDir private Path folder = Path.of("");

  private record Trial(boolean shares, boolean gone, int status, TuningFile records) {
    UnaskedDevice open(int failing) {
      UnaskedDevice device = new UnaskedDevice(shares, records);
      if (gone) {
        device.session.faults.failFrom(failing, status);
      } else {
        device.session.faults.failAt(failing, status);
      }
      return device;
    }
  }

  /// The statuses take turns, or each call fails with each.
  @ParameterizedTest
  @CsvSource({"true, false", "true, true", "false, false", "false, true"})
  void plainJavaGoesOnWhicheverCallFails(boolean shares, boolean gone) throws IOException {
    TuningFile records = UnaskedDevice.records(folder, shares);
    int n = 0;
    boolean failed = true;
    while (failed) {
      n++;
      for (int i = 0; i < Seeds.rounds(1, Faults.STATUSES.size()); i++) {
        int status = Faults.STATUSES.get((n + i) % Faults.STATUSES.size());
        failed = failsAtCall(n, new Trial(shares, gone, status, records));
      }
    }
    assertThat(n).as("calls that were made to fail").isGreaterThan(10);
  }

  private static boolean failsAtCall(int n, Trial trial) {
    try (Warnings warnings = new Warnings()) {
      UnaskedDevice device = trial.open(n);
      device.splitUntilTheDeviceDoes(PLAN);
      String call = device.session.faults.failed();
      boolean failed = !call.isEmpty();
      if (failed) {
        String what = "call %s (%s)".formatted(n, call);
        goesOn(device, trial, what);
        assertThat(warnings.all()).as(what).hasSize(1).first().asString().contains("a fake");
      } else {
        device.session.faults.stop();
        assertThat(warnings.all()).isEmpty();
        assertThat(device.splitter.explain(PLAN).reason()).contains("; recorded in ");
      }
      device.close();
      assertThat(warnings.all()).hasSize(failed ? 1 : 0);
      assertThat(device.session.live()).isZero();
      assertThat(device.session.isClosed()).isTrue();
      return failed;
    }
  }

  private static void goesOn(UnaskedDevice device, Trial trial, String what) {
    assertThat(device.session.touchingTheDead()).as(what).isEmpty();
    int calls = device.session.faults.calls();
    for (int i = 0; i < 5; i++) {
      UnaskedDevice.split(device.splitter, PLAN);
    }
    assertThat(device.session.faults.calls()).as(what).isEqualTo(calls);
    assertThat(device.splitter.explain(PLAN).toString())
        .contains("plain Java")
        .contains("; in place of a fake ")
        .contains("out: it failed: ")
        .contains(ClStatus.name(trial.status()))
        .doesNotContain("recorded in");
    assertThat(device.splitter.verdict(PLAN).orElseThrow().isLasting()).isFalse();
  }

  /// Each of its routes would say so for each plan.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aDeviceThatIsGoneIsReportedOnceForAllPlans(boolean shares) throws IOException {
    Trial trial = new Trial(shares, true, -9999, UnaskedDevice.records(folder, shares));
    try (Warnings warnings = new Warnings();
        UnaskedDevice device = trial.open(3)) {
      device.splitUntilTheDeviceDoes(PLAN);
      device.splitUntilTheDeviceDoes(OTHER);
      for (SplitPlan plan : List.of(PLAN, OTHER)) {
        assertThat(device.splitter.verdict(plan).orElseThrow().reason())
            .startsWith("in place of a fake ");
      }
      assertThat(warnings.all()).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatNeedsNoDeviceDoesNotNoticeThatItIsGone(boolean shares) throws IOException {
    Trial trial = new Trial(shares, true, -6, UnaskedDevice.records(folder, shares));
    try (Warnings warnings = new Warnings();
        Arena arena = Arena.ofConfined();
        UnaskedDevice device = trial.open(1)) {
      device.splitUntilTheDeviceDoes(PLAN);
      int calls = device.session.faults.calls();
      Tensor data = new Tensor(PLAN.shape(), PLAN.type(), UnaskedDevice.data(PLAN));
      requireParts(device.splitter.split(PLAN, data, arena));
      requireParts(device.splitter.view(PLAN, data));
      StackedPlan joined = StackedPlan.joined(PLAN, 0);
      MemorySegment result = arena.allocate(joined.bytes(), 64);
      device.splitter.split(joined, data.data(), result);
      assertThat(result.mismatch(data.data())).isEqualTo(-1);
      SplitPlan words = SplitPlan.byLengths(Shape.of(3), ElementType.STRING, 0, 1, 2);
      assertThat(device.splitter.split(words, new String[] {"a", "b", "c"}))
          .containsExactly(new String[] {"a"}, new String[] {"b", "c"});
      assertThat(device.session.faults.calls()).isEqualTo(calls);
      assertThat(warnings.all()).hasSize(1);
    }
  }

  private static void requireParts(List<? extends @Nullable Tensor> parts) {
    for (Part part : PLAN.parts()) {
      Tensor tensor = Objects.requireNonNull(parts.get(part.index()));
      UnaskedDevice.requireSplit(PLAN, part, tensor.data());
    }
  }

  /// What was allocated for the user before the device failed is not what he gets.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void tensorsAreRightWhereTheDeviceFailsOverThem(boolean shares) throws IOException {
    Trial trial = new Trial(shares, false, -4, UnaskedDevice.records(folder, shares));
    Tensor data = new Tensor(PLAN.shape(), PLAN.type(), UnaskedDevice.data(PLAN));
    for (int n = 1; n <= 9; n += 4) {
      try (Warnings warnings = new Warnings();
          UnaskedDevice device = trial.open(n)) {
        for (int i = 0; device.session.faults.failed().isEmpty(); i++) {
          assertThat(i).isLessThan(1000);
          try (Arena arena = Arena.ofConfined()) {
            requireParts(device.splitter.split(PLAN, data, arena));
          }
        }
        assertThat(warnings.all()).hasSize(1);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"true, false, 1", "true, true, 9", "false, false, 4", "false, true, 14"})
  void threadsThatShareItGoOnToo(boolean shares, boolean gone, int n) throws Exception {
    Trial trial = new Trial(shares, gone, -36, UnaskedDevice.records(folder, shares));
    try (Warnings warnings = new Warnings()) {
      UnaskedDevice device = trial.open(n);
      try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
        List<Future<?>> users = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
          users.add(threads.submit(() -> splitUntilItFails(device)));
        }
        for (Future<?> user : users) {
          user.get();
        }
      }
      device.close();
      assertThat(warnings.all()).hasSize(1);
      assertThat(device.session.live()).isZero();
    }
  }

  private static void splitUntilItFails(UnaskedDevice device) {
    for (int i = 0; device.session.faults.failed().isEmpty(); i++) {
      assertThat(i).as("splits before the failure").isLessThan(1000);
      UnaskedDevice.split(device.splitter, PLAN);
    }
    for (int i = 0; i < 3; i++) {
      UnaskedDevice.split(device.splitter, PLAN);
    }
  }

  /// The program has what it wanted, and never asked for a device.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void oneThatFailsToCloseIsReportedAndClosed(boolean shares) throws IOException {
    Trial trial = new Trial(shares, false, -5, UnaskedDevice.records(folder, shares));
    try (Warnings warnings = new Warnings()) {
      UnaskedDevice device = trial.open(Integer.MAX_VALUE);
      device.splitUntilTheDeviceDoes(PLAN);
      device.session.faults.failFrom(1, -5);
      device.close();
      assertThat(warnings.all()).hasSize(1).first().asString().contains("CL_OUT_OF_RESOURCES");
      assertThat(device.session.live()).isZero();
      assertThat(device.session.isClosed()).isTrue();
    }
  }

  /// On the race's own memory, on its own thread: nobody's split has failed.
  @ParameterizedTest
  @CsvSource({"true, false", "true, true", "false, false", "false, true"})
  void oneThatFailsItsTrialTakesNoPart(boolean shares, boolean gone) throws IOException {
    Trial trial = new Trial(shares, gone, -5, TuningFile.none());
    for (int n = 1; n <= 21; n += Seeds.rounds(10, 1)) {
      try (Warnings warnings = new Warnings()) {
        UnaskedDevice device = trial.open(n);
        for (int i = 0; warnings.all().isEmpty(); i++) {
          assertThat(i).as("splits before the failure").isLessThan(20_000);
          UnaskedDevice.split(device.splitter, UnaskedDevice.TRIED);
        }
        for (int i = 0; i < 20; i++) {
          UnaskedDevice.split(device.splitter, UnaskedDevice.TRIED);
        }
        device.close();
        assertThat(warnings.all()).hasSize(1).first().asString().contains(" goes on");
        assertThat(device.session.live()).isZero();
      }
    }
  }
}
